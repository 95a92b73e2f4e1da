import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { type RequestSpec, withParameter } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { nameKey } from '../../../../openapi/resources/names.ts';
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

/** The top-level property of the items that a query parameter is named after. */
export function propertyNamed({ response }: ResourceOperation, name: string): SchemaProperty | undefined {
  return response?.properties.find(({ pointer }) => {
    const [own = '', ...rest] = parsePointer(pointer);
    return rest.length === 0 && nameKey(own) === nameKey(name);
  });
}

/** Reads the list with query parameters until it is as expected; undefined if it cannot be read. */
export async function select(
  { sequence, operation, spec }: Listing,
  query: Readonly<Record<string, JsonValue>>,
  isExpected: (listed: ListedPages) => boolean,
): Promise<ListedPages | undefined> {
  const { journal, type, options } = sequence;
  const selected = Object.entries(query).reduce(
    (next, [name, value]) => withParameter(next, { in: 'query', name }, value),
    spec,
  );
  const names = Object.keys(query).join(', ');
  const purpose = `list the ${type.name} by ${names}`;
  const observe = () => readPages(journal, type, operation, selected, purpose);
  const isFinal = (each: ListedPages) => each.steps.some(hasFailed) || (each.steps.length > 0 && isExpected(each));
  const listed = await eventually(options.consistencyMs, observe, isFinal);
  const isUsable = listed.isComplete || listed.records.length > 0 || listed.steps.some(hasFailed);
  if (isUsable) for (const step of listed.steps) journal.record(step);
  return isUsable ? listed : undefined;
}
