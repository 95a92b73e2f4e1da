import { getAt } from '../../../../core/json/pointer.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { bodyOf, isAccepted, type Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { type Difference, defaultOf, isSensitive, shownProperties } from './expected-properties.ts';
import { mayShow } from './may-show.ts';
import type { Observation } from './observe.ts';
import { isNothing, isSameValue } from './same-value.ts';
import { isShownOtherwise } from './shown-otherwise.ts';
import { findUnstable, identifiersIn } from './stable-properties.ts';

/**
 * What the response to a creation or an update shows otherwise than a read after it: identifiers, and what clients send. A representation
 * in such a response is that of the new state (RFC 9110 section 6.4).
 */
export function differencesFromRead(
  contract: Contract,
  type: ResourceType,
  reader: ResourceOperation | undefined,
  at: Step,
  { type: own }: LiveRecord,
  { record }: Observation,
): Difference[] {
  const writer = type.operations.find(({ operation }) => operation === at.operation);
  const isChange = writer && (writer.creates || writer.role === 'update' || writer.role === 'patch');
  const body = isChange && own === type && isAccepted(at) ? bodyOf(at) : undefined;
  if (!reader || !writer?.response || writer.response.items !== undefined || body === undefined) return [];
  const shown = getAt(body, writer.response.envelope);
  if (shown === undefined || record === undefined) return [];
  const readable = new Set(reader.response?.properties.map(({ pointer }) => pointer));
  const others = findUnstable(record, identifiersIn(shown, type, reader));
  const differences = shownProperties(shown, type, writer).flatMap(({ pointer, value }) => {
    if (!readable.has(pointer) || isSensitive(pointer) || typeof value === 'object' || isNothing(value)) return [];
    // Operations on one path may be about different things, each with its own list of states.
    if (!mayShow(contract, reader, pointer, { value }) || isShownOtherwise(contract, reader, pointer)) return [];
    const actual = getAt(record, pointer);
    // A read may leave out what has its documented default.
    const known = actual === undefined ? defaultOf(contract, type, pointer) : actual;
    const isSame = known !== undefined && known !== null && isSameValue(value, known);
    return isSame ? [] : [{ pointer, expected: value, actual }];
  });
  return [...others, ...differences];
}
