import { getAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { BindingSource, ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { bodyOf, type Step } from './journal.ts';
import type { LiveRecord } from './live-record.ts';
import { type FoundIdentifier, listedIdentifiers } from './read-identifiers.ts';

/** An item of a list that has all identifiers of its type. */
export interface ListedRecord {
  readonly item: JsonValue;
  readonly identifiers: ReadonlyMap<string, FoundIdentifier>;
}

/** The records that a list shows, in its order. */
export function listedRecords(type: ResourceType, { response }: ResourceOperation, step: Step): ListedRecord[] {
  const body = bodyOf(step);
  const items = body === undefined || response?.items === undefined ? undefined : getAt(body, response.items);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    const identifiers = listedIdentifiers(type, step, item);
    return identifiers ? [{ item, identifiers }] : [];
  });
}

/**
 * Whether a list tells its items apart by something else than what the record is found by: a property that the client sends was
 * taken for the identifier, such as the `name` of `/tokens/{token}`, and the service has given another one.
 */
export function isToldByOther({ operation }: ResourceOperation, record: LiveRecord): boolean {
  const { type, origin, step, sent, identifiers } = record;
  return type.identifiers.some(({ name, bindings }) => {
    const placeOf = (source: BindingSource, { id }: Operation) => {
      const from = bindings.find((each) => each.source === source && each.operation === id)?.from;
      return from && 'pointer' in from ? from.pointer : undefined;
    };
    const [listed, chosen] = [placeOf('list', operation), placeOf('request', origin.operation)];
    if (listed === undefined || chosen === undefined || lastToken(listed) !== lastToken(chosen)) return false;
    const shown =
      getAt(bodyOf(step) ?? null, placeOf('response', origin.operation) ?? chosen) ?? getAt(sent ?? null, chosen);
    return typeof shown === 'string' && shown.toLowerCase() !== String(identifiers.get(name)).toLowerCase();
  });
}

function lastToken(pointer: string): string | undefined {
  return parsePointer(pointer).at(-1);
}
