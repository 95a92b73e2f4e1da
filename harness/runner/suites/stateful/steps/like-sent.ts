import { isObject } from '../../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';

/**
 * A body without the properties that the service did not take when the record was created: a rejection is to have no other
 * cause than the one that is tried.
 * @param kept names of those that stay
 */
export function likeSent(
  contract: Contract,
  { origin, sent }: Pick<LiveRecord, 'origin' | 'sent'>,
  body: JsonValue,
  kept: readonly string[] = [],
): JsonValue {
  const at = origin.request?.envelope ?? '';
  const [whole, known] = [getAt(body, at), getAt(sent ?? null, at)];
  if (!isObject(whole) || !isObject(known)) return body;
  const own = Object.entries(whole).filter(([name]) => Object.hasOwn(known, name) || kept.includes(name));
  const changed = at === '' ? Object.fromEntries(own) : replaceAt(body, at, Object.fromEntries(own));
  return acceptsBody(contract, origin.operation, changed) ? changed : body;
}
