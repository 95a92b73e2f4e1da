import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { type RequestSpec, withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { nameKey, relationshipOf, topName } from '../../../../openapi/resources/names.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { eventually } from '../../../pool/eventually.ts';
import { hasFailed } from '../steps/observe.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** A list in the course of being compared. */
export interface Listing {
  readonly sequence: Sequence;
  readonly operation: ResourceOperation;
  readonly subject: Subject;
  readonly spec: RequestSpec;
  /** Every record, without a filter. */
  readonly records: readonly JsonValue[];
}

export function recordsOf({ response }: ResourceOperation, { records }: ListedPages): JsonValue[] {
  return records.flatMap(({ item }) => getAt(item, response?.envelope ?? '') ?? []);
}

/** The property at the top of the items that a selector is named after, or the record that they are related to (JSON:API). */
export function propertyNamed({ response }: ResourceOperation, name: string): SchemaProperty | undefined {
  return response?.properties.find(({ pointer, constant }) => {
    // What all items have in common, such as the `type` of JSON:API, tells none apart.
    if (constant !== undefined) return false;
    const own = topName(pointer) ?? relationshipOf(pointer);
    return own !== undefined && nameKey(own) === nameKey(name);
  });
}

/** What a request for a list says, e.g. `status=open`. */
export interface Choice {
  readonly by: Selector;
  readonly value: JsonValue;
}

/** Reads the list by what is chosen until it is as expected; undefined if it cannot be read. */
export async function select(
  { sequence, operation, spec }: Listing,
  chosen: readonly Choice[],
  isExpected: (listed: ListedPages) => boolean,
): Promise<ListedPages | undefined> {
  const { journal, type, options } = sequence;
  const selected = chosen.reduce((next, { by, value }) => withPart(next, by, value), spec);
  const names = chosen.map(({ by }) => by.name).join(', ');
  const purpose = chosen.length === 0 ? `list the ${type.name}` : `list the ${type.name} by ${names}`;
  const observe = () => readPages(journal, type, operation, selected, purpose);
  const isFinal = (each: ListedPages) => each.steps.some(hasFailed) || (each.steps.length > 0 && isExpected(each));
  const listed = await eventually(options.consistencyMs, observe, isFinal);
  const isUsable = listed.isComplete || listed.records.length > 0 || listed.steps.some(hasFailed);
  if (isUsable) for (const step of listed.steps) journal.record(step);
  return isUsable ? listed : undefined;
}

/** Of other letters, upper and lower case are not one to one. */
export const ASCII = /^[\x20-\x7e]+$/;

export function otherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
