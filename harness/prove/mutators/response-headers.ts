import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, ResponseHeader } from '../../core/model.ts';
import { invalidMutations } from '../../generate/values/boundary/mutate-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { parseResponseHeader, validateResponseHeader } from '../../openapi/parameters/response-header.ts';
import { serializeHeader } from '../../openapi/parameters/serialize.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, withHeader } from './mutate-response.ts';

/** Answers without a header that is required, or with one that breaks its schema. */
export function* invalidHeaderMutants(subject: MutationContext): Generator<Mutant> {
  const { operation } = subject;
  for (const response of subject.responses)
    for (const header of response.spec.headers)
      for (const { clause, value } of [...missing(subject, response, header), ...wrongTexts(subject, response, header)])
        yield createMutant(operation, {
          clause,
          kind: 'header',
          description: `answers ${response.spec.key} ${value === undefined ? 'without' : 'with'} header ${header.name}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
          mutate: mutateResponses(subject, response, (answer) =>
            withHeader(answer, header.name, ...(value === undefined ? [] : [value])),
          ),
        });
}

interface WrongHeader {
  readonly clause: Clause;
  readonly value: string | undefined;
}

function* missing(
  { contract, operation }: MutationContext,
  { spec }: ResponseUnderTest,
  { name, pointer, required }: ResponseHeader,
): Generator<WrongHeader> {
  if (!required) return;
  const part = clauseParts.responseHeader(spec, name);
  yield { clause: contract.clauseAt(operation, part, appendTokens(pointer, 'required')), value: undefined };
}

/** What a header says is text: a violation counts where its text still breaks the schema when it is read. */
function* wrongTexts(
  { contract, operation }: MutationContext,
  { spec, response }: ResponseUnderTest,
  header: ResponseHeader,
): Generator<WrongHeader> {
  const { name, schema } = header;
  const own = response.headers.find(([each]) => each === name)?.[1];
  if (schema === undefined || own === undefined) return;
  const seen = new Set<string>();
  for (const { value } of invalidMutations(
    contract,
    schema,
    parseResponseHeader(contract.document, header, own),
    'response',
  )) {
    const text = serializeHeader(header, value);
    if (text.trim() === '' || /[^\x20-\x7e]/.test(text) || seen.has(text)) continue;
    seen.add(text);
    const [error] = validateResponseHeader(contract, header, text);
    if (error)
      yield {
        clause: contract.clauseAt(operation, clauseParts.responseHeader(spec, name), error.pointer),
        value: text,
      };
  }
}
