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

/** Mutants that omit a required header, or violate the schema of a header. */
export function* invalidHeaderMutants(context: MutationContext): Generator<Mutant> {
  const { operation } = context;
  for (const response of context.responses)
    for (const header of response.spec.headers)
      for (const { clause, value } of [
        ...missingHeader(context, response, header),
        ...invalidValues(context, response, header),
      ])
        yield createMutant(operation, {
          clause,
          mutator: 'response-headers',
          description: `responds ${response.spec.key} ${value === undefined ? 'without' : 'with'} header ${header.name}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
          mutate: mutateResponses(context, response, (given) =>
            withHeader(given, header.name, ...(value === undefined ? [] : [value])),
          ),
        });
}

interface InvalidHeader {
  readonly clause: Clause;
  readonly value: string | undefined;
}

function* missingHeader(
  { contract, operation }: MutationContext,
  { spec }: ResponseUnderTest,
  { name, pointer, required }: ResponseHeader,
): Generator<InvalidHeader> {
  if (!required) return;
  const part = clauseParts.responseHeader(spec, name);
  yield { clause: contract.clauseAt(operation, part, appendTokens(pointer, 'required')), value: undefined };
}

/** Yields header values that still violate the schema after parsing, since any header is a string. */
function* invalidValues(
  { contract, operation }: MutationContext,
  { spec, response }: ResponseUnderTest,
  header: ResponseHeader,
): Generator<InvalidHeader> {
  const { name, schema } = header;
  const own = response.headers.find(([each]) => each === name)?.[1];
  if (schema === undefined || own === undefined) return;
  const parsed = new Set<string>();
  for (const { value } of invalidMutations(
    contract,
    schema,
    parseResponseHeader(contract.document, header, own),
    'response',
  )) {
    const text = serializeHeader(header, value);
    if (text.trim() === '' || /[^\x20-\x7e]/.test(text) || parsed.has(text)) continue;
    parsed.add(text);
    const [error] = validateResponseHeader(contract, header, text);
    if (error)
      yield {
        clause: contract.clauseAt(operation, clauseParts.responseHeader(spec, name), error.pointer),
        value: text,
      };
  }
}
