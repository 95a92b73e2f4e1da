import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { bodyOf, type Step } from './journal.ts';
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
