import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { type RequestSpec, withPart } from '../../../../generate/requests/build-request.ts';
import type { Reference, ResourceOperation } from '../../../../openapi/resources/model.ts';
import { nameKey, relationshipOf } from '../../../../openapi/resources/names.ts';
import { filterReadings } from '../../../../openapi/resources/operations/filter-names.ts';
import { isOfShownRecord } from '../../../../openapi/resources/references/nested-reference.ts';
import { eventually } from '../../../pool/eventually.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** The list of one author's books, by path or by filter, has none of another author. */
export async function verifyReferenceLists(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, pool } = sequence;
  for (const reference of type.references.filter(({ many, resource }) => !many && resource !== type.parent)) {
    const selecting = sequence.operations('list').filter((operation) => selects(operation, reference));
    const target = pool.model.types.find(({ name }) => name === reference.resource);
    if (!target || selecting.length === 0 || target === type) continue;
    const around = record.context.get(target.name);
    const other = await pool.create(target, { context: around ? withoutSelf(around) : new Map(), isNamed: true });
    if ('problem' in other) return;
    for (const operation of selecting) await verifyList(sequence, operation, record, { reference, other });
  }
}

/** The filter by a reference, in the query or in the body of a search; undefined if there is none. */
function filterBy({ operation, references }: ResourceOperation, { at, resource }: Reference) {
  const name = nameKey(relationshipOf(at) ?? parsePointer(at).at(-1) ?? '');
  const related = relationshipOf(at) === undefined ? [] : operation.parameters;
  for (const { in: place, name: filter } of related)
    if (place === 'query' && nameKey(filterReadings(filter)[0]?.property ?? '') === name)
      return { in: place, at: filter };
  for (const { in: place, at: filter, resource: selected } of references) {
    if ((place !== 'query' && place !== 'body') || selected !== resource || filter.includes('/*')) continue;
    const own = place === 'body' ? (parsePointer(filter).at(-1) ?? '') : filter;
    if (nameKey(own) === name) return { in: place, at: filter };
  }
  return undefined;
}

function selects(operation: ResourceOperation, reference: Reference): boolean {
  const isBelow = operation.path.some(({ resource }) => resource === reference.resource);
  const { items, properties = [] } = operation.response ?? {};
  if (items === undefined || isOfShownRecord(reference, properties)) return false;
  return isBelow || filterBy(operation, reference) !== undefined;
}

interface Choice {
  readonly reference: Reference;
  /** A record that no other refers to. */
  readonly other: LiveRecord;
}

async function verifyList(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  { reference, other }: Choice,
): Promise<void> {
  const { journal, type, options } = sequence;
  const wanted = other.identifiers.get(reference.identifier);
  const spec = requestFor(sequence, operation, record, { reference, other });
  if (!spec || wanted === undefined) return;
  const foreign = ({ records }: ListedPages) =>
    records
      .map(({ item }) => getAt(item, (operation.response?.envelope ?? '') + reference.at))
      .find((value) => value !== undefined && value !== null && !isSameValue(wanted, value));
  const purpose = `list the ${type.name} of another ${other.type.name}`;
  const listed = await eventually(
    options.consistencyMs,
    () => readPages(journal, type, operation, spec, purpose),
    (each) => foreign(each) === undefined,
  );
  for (const step of listed.steps) journal.record(step);
  const last = listed.steps.at(-1);
  const value = foreign(listed);
  if (!last || value === undefined) return;
  sequence.report('list-follows-query', last, {
    records: [record, other],
    steps: listed.steps,
    message: `the list has ${withArticle(type.name)} of another ${other.type.name}`,
    expected: `${reference.at}: ${String(wanted)}`,
    actual: `${reference.at}: ${String(value)}`,
  });
}

function requestFor(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  { reference, other }: Choice,
): RequestSpec | undefined {
  const context = new Map([...record.context, ...other.context]);
  const spec = sequence.listRequest(operation, { ...record, context });
  const filter = filterBy(operation, reference);
  const value = other.identifiers.get(reference.identifier);
  return spec && filter && value !== undefined ? withPart(spec, filter, value) : spec;
}
