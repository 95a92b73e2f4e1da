import type { Contract } from '../../openapi/contract.ts';
import { isObject } from '../../core/json/index.ts';
import { join } from '../../core/json/pointer.ts';
import { replace } from '../values/boundary/mutate-value.ts';
import type { Json, Operation } from '../../core/model.ts';
import type { Fresh } from './unique-values.ts';
import { freshDraft } from './unique-fields.ts';
import { bodyType, type Draft } from './build-request.ts';

/** Text in which nothing but its being there can matter. */
const PLAIN = /^[\w ]*$/;

/**
 * The draft with other values for all in its body that may have to be unique among records: what identifies it, and its texts.
 * @param tested JSON Pointer of the value in the body that is tested, which stays as it is
 */
export function renewDraft(
  contract: Contract,
  fresh: Fresh,
  operation: Operation,
  draft: Draft,
  tested?: string,
): Draft {
  const identified = freshDraft(contract, fresh, operation, draft, tested) ?? draft;
  const schema = bodyType(operation)?.schema;
  if (schema === undefined || identified.body === undefined) return identified;
  let body = identified.body;
  for (const [path, text] of textsIn(body, '')) {
    if (tested !== undefined && `${path}/`.startsWith(`${tested}/`)) continue;
    const word = fresh.word();
    // A text that may matter keeps what it is: more is put behind it.
    const candidates = [PLAIN.test(text) ? word : `${text} ${word}`, word];
    const renewed = candidates.map((candidate) => replace(body, path, candidate));
    body = renewed.find((candidate) => contract.schemas.accepts(schema, candidate, 'request')) ?? body;
  }
  return { ...identified, body };
}

function* textsIn(value: Json, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [name, member] of members) yield* textsIn(member, join(path, name));
}
