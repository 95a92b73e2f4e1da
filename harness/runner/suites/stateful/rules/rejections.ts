import { stringifyJson } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { saysTaken } from '../../../conclude/duplicates.ts';
import { isAccepted, isRejected, type Step } from '../../../pool/journal.ts';
import type { ListedRecord } from '../../../pool/listed-records.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { type ExpectedProperty, expectedProperties } from '../steps/expected-properties.ts';
import { invalidRequests } from '../steps/invalid-requests.ts';
import type { ListedPages } from '../steps/pages.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { list } from './lists.ts';
import { reportUnknown, unknownReferences, withNewRecords } from './unknown-references.ts';

/** A creation that is rejected for one property leaves no record behind, whichever it is. */
export async function verifyRejectedCreate(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type } = sequence;
  const { origin: operation } = record;
  const [collection] = sequence.lists;
  if (operation.scope !== 'collection') return;
  const invalid = invalidRequests(sequence, operation, record, 7);
  // A service that accepts the first has stored its values.
  const others = invalidRequests(sequence, operation, record, 31);
  const unknown = unknownReferences(sequence, operation, record);
  // Without a list, only what the document calls an error can be told.
  const all = [
    ...[...invalid.slice(0, 1), ...others.slice(1).slice(-1)].map((spec) => ({
      spec,
      what: 'that is invalid',
      to: undefined,
    })),
    ...unknown.map(({ spec, reference }) => ({ spec, what: 'with an unknown reference', to: reference })),
  ];
  const requests = collection ? all : all.filter(({ to }) => to?.isTold);
  for (const { spec, what, to } of requests) {
    const purpose = `try to create ${withArticle(type.name)} ${what}`;
    const first = await sequence.journal.send(operation.operation, spec, purpose);
    const again = to && first.response?.status === 409 ? await withNewRecords(sequence, record, spec, to) : undefined;
    const step = again ? await sequence.journal.send(operation.operation, again, purpose) : first;
    if (isAccepted(step)) sequence.pool.registry.createdRecord(type, operation, step, withoutSelf(record));
    if (isAccepted(step) && to !== undefined) await reportUnknown(sequence, record, step, to);
    // Its values may be those of a record from before, if it is rejected for them.
    const isTaken = to === undefined && step.response !== undefined && saysTaken(step.response);
    if (!isRejected(step) || isTaken || !collection) continue;
    const texts = ownTexts(sequence, operation, collection, spec.body);
    await verifyNotStored(sequence, record, step, (item) => texts.some((text) => shows(item, text)));
  }
}

/** Of bodies that nothing else sends. */
const OTHER_VARIANTS = [41, 42];

/**
 * What a list shows of a record that only the request with this body has: others may have its value of an enum or of a format, or refer to the
 * same record.
 */
export function ownTexts(
  { contract, type, pool }: Sequence,
  writer: ResourceOperation,
  collection: ResourceOperation,
  body: JsonValue | undefined,
): ExpectedProperty[] {
  const properties = [...(collection.response?.properties ?? []), ...(writer.request?.properties ?? [])];
  const enumerated = properties.flatMap(({ pointer, enumerated: isListed }) => (isListed ? [pointer] : []));
  const shared = new Set([...enumerated, ...type.references.map(({ at }) => at)]);
  const others = OTHER_VARIANTS.map((variant) =>
    stringifyJson(pool.candidates.body(writer.operation, 'all', variant) ?? null),
  );
  const isElsewhere = (value: JsonValue) => others.some((other) => other.includes(stringifyJson(value)));
  return expectedProperties(contract, type, writer, collection, body).filter(
    ({ pointer, value }) => isUniqueText(value) && !shared.has(pointer) && !isElsewhere(value),
  );
}

/** The first and the last of a list. */
function ends<T>(list: readonly T[]): T[] {
  return [...new Set([...list.slice(0, 1), ...list.slice(-1)])];
}

/** True if an item of a list has the value. */
export function shows(item: JsonValue, { pointer, value }: Pick<ExpectedProperty, 'pointer' | 'value'>): boolean {
  return getAt(item, pointer) === value;
}

/** No list has a record that only a rejected request can have created. */
export async function verifyNotStored(
  sequence: Sequence,
  around: LiveRecord,
  step: Step,
  isOfRequest: (record: JsonValue, listed: ListedRecord) => boolean,
): Promise<void> {
  const { type } = sequence;
  const [collection] = sequence.lists;
  if (!collection) return;
  const envelope = collection.response?.envelope ?? '';
  const find = ({ records }: ListedPages) =>
    records.find((each) => isOfRequest(getAt(each.item, envelope) ?? null, each));
  const listed = await list(
    sequence,
    collection,
    around,
    `list the ${type.name} after the rejection`,
    (each) => find(each) === undefined,
  );
  const stored = listed && find(listed);
  if (!listed || !stored) return;
  sequence.report('rejected-changes-nothing', step, {
    records: [],
    steps: [step, ...listed.steps],
    message: `it stores the ${type.name} of a request that it rejects`,
    expected: 'no record with the values of the request',
    actual: `${type.name} ${[...stored.identifiers.values()].map(({ value }) => String(value)).join('/')}`,
  });
}

/** An update that is rejected for one property changes none. */
export async function verifyRejectedUpdates(sequence: Sequence, subject: Subject): Promise<void> {
  const { type } = sequence;
  const updates = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  for (const operation of updates) {
    for (const spec of ends(invalidRequests(sequence, operation, subject.record, 8))) {
      const step = await sequence.pool.send(operation.operation, spec, `try an invalid change of the ${type.name}`);
      if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
      else await acceptAsIs(sequence, subject, operation, step);
    }
  }
}

/** A service that accepts what it must reject has changed the record; other suites report that. */
async function acceptAsIs(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  step: Step,
): Promise<void> {
  await sequence.followRename(operation, subject.record, step);
  const seen = await sequence.read(subject, `read the ${sequence.type.name}`, () => true);
  if (seen?.record !== undefined) subject.expected = [];
}

/** A record is as it was before a request that was rejected. */
export function verifyUnchanged(sequence: Sequence, subject: Subject, step: Step) {
  const { name } = sequence.type;
  return sequence.verify('rejected-changes-nothing', subject, step, {
    purpose: `read the ${name} after the rejection`,
    gone: `the ${name} is no longer found after a request that was rejected`,
    differs: `the ${name} has changed by a request that was rejected`,
  });
}
