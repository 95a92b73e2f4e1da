import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { replaceAt } from '../values/boundary/mutate-value.ts';
import { type RequestSpec, requestMediaType } from './build-request.ts';
import { withFreshUniqueFields } from './unique-fields.ts';
import type { UniqueValues } from './unique-values.ts';

/** Text in which nothing but its being there can matter. */
const PLAIN = /^[\w ]*$/;

/**
 * The draft with other values for all in its body that may have to be unique among records: what identifies it, and its texts.
 * @param tested JSON Pointer of the value in the body that is tested, which stays as it is
 */
export function withFreshStrings(
  contract: Contract,
  fresh: UniqueValues,
  operation: Operation,
  draft: RequestSpec,
  tested?: string,
): RequestSpec {
  const identified = withFreshUniqueFields(contract, fresh, operation, draft, tested) ?? draft;
  const schema = requestMediaType(operation)?.schema;
  if (schema === undefined || identified.body === undefined) return identified;
  let body = identified.body;
  for (const [path, text] of textsIn(body, '')) {
    if (tested !== undefined && `${path}/`.startsWith(`${tested}/`)) continue;
    const word = fresh.word();
    // A text that may matter keeps what it is: more is put behind it.
    const candidates = [PLAIN.test(text) ? word : `${text} ${word}`, word];
    const renewed = candidates.map((candidate) => replaceAt(body, path, candidate));
    body = renewed.find((candidate) => contract.schemas.accepts(schema, candidate, 'request')) ?? body;
  }
  return { ...identified, body };
}

function* textsIn(value: JsonValue, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [name, member] of members) yield* textsIn(member, appendTokens(path, name));
}
