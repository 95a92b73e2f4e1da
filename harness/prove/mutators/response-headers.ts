import { parts } from '../../openapi/clauses/clauses.ts';
import { headerErrors, readHeader } from '../../openapi/parameters/response-header.ts';
import { serializeHeader } from '../../openapi/parameters/serialize.ts';
import { join } from '../../core/json/pointer.ts';
import { violations } from '../../generate/values/boundary/mutate-value.ts';
import type { Clause, ResponseHeader } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';
import { onAnswers, withHeader } from './mutate-response.ts';

/** Answers without a header that is required, or with one that breaks its schema. */
export function* wrongHeaders(subject: Subject): Generator<Break> {
  const { operation } = subject;
  for (const response of subject.responses)
    for (const header of response.spec.headers)
      for (const { clause, text } of [...missing(subject, response, header), ...wrongTexts(subject, response, header)])
        yield makeBreak(operation, {
          clause,
          kind: 'header',
          says: `answers ${response.spec.key} ${text === undefined ? 'without' : 'with'} header ${header.name}${text === undefined ? '' : ` ${JSON.stringify(text)}`}`,
          alter: onAnswers(subject, response, (answer) =>
            withHeader(answer, header.name, ...(text === undefined ? [] : [text])),
          ),
        });
}

interface WrongHeader {
  readonly clause: Clause;
  readonly text: string | undefined;
}

function* missing(
  { contract, operation }: Subject,
  { spec }: Documented,
  { name, pointer, required }: ResponseHeader,
): Generator<WrongHeader> {
  if (!required) return;
  const part = parts.responseHeader(spec, name);
  yield { clause: contract.clauseAt(operation, part, join(pointer, 'required')), text: undefined };
}

/** What a header says is text: a violation counts where its text still breaks the schema when it is read. */
function* wrongTexts(
  { contract, operation }: Subject,
  { spec, answer }: Documented,
  header: ResponseHeader,
): Generator<WrongHeader> {
  const { name, schema } = header;
  const own = answer.headers.find(([each]) => each === name)?.[1];
  if (schema === undefined || own === undefined) return;
  const seen = new Set<string>();
  for (const { value } of violations(contract, schema, readHeader(contract.document, header, own), 'response')) {
    const text = serializeHeader(header, value);
    if (text.trim() === '' || /[^\x20-\x7e]/.test(text) || seen.has(text)) continue;
    seen.add(text);
    const [error] = headerErrors(contract, header, text);
    if (error) yield { clause: contract.clauseAt(operation, parts.responseHeader(spec, name), error.pointer), text };
  }
}
