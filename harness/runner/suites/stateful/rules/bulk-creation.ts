import { isObject } from '../../../../core/json/index.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { listsStatus } from '../../../../core/operation.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { bodyOf, isDone, isRejected, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { FoundIdentifier } from '../../../pool/read-identifiers.ts';
import { type ExpectedProperty, findDifferences } from '../steps/expected-properties.ts';
import { invalidBodies } from '../steps/invalid-requests.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyListed } from './lists.ts';
import { shows, verifyNotStored } from './rejections.ts';
import { verifyRequestOrder } from './request-order.ts';

/** Choose values that no other record has. */
const VARIANTS = [41, 42, 43];
const REJECTED_VARIANTS = [44, 45];
const CONFLICT_VARIANTS = [58];

/** Several records that one request creates are there as they were sent; if it is rejected, none is (RFC 9110 section 15.5). */
export async function verifyBulkCreation(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, reader } = sequence;
  const { origin } = record;
  if (!reader || origin.scope !== 'collection') return;
  for (const bulk of type.operations.filter((each) => isBulkCreation(each, origin))) {
    const wrap = wrapping(sequence, bulk, origin);
    const bodies = wrap && bodiesOf(sequence, record, VARIANTS);
    const spec = wrap && bodies && sequence.requestFor(bulk, record, wrap(bodies));
    if (!wrap || !bodies || !spec) continue;
    const { id } = bulk.operation;
    const step = await sequence.journal.send(bulk.operation, spec, `create several ${type.name} records by ${id}`);
    // Not 207: some may have failed.
    if (!isDone(step) || step.response?.status === 207) continue;
    await verifyCreated(sequence, record, { bulk, step, bodies });
    await verifyRejected(sequence, record, bulk, wrap);
    await verifyConflict(sequence, record, bulk, (fresh) => wrap([...fresh, ...bodies.slice(0, 1)]));
  }
}

/** A POST on the path of the creation, or one segment below it; its body tells whether it creates several. */
export function isBulkCreation({ operation, role }: ResourceOperation, origin: ResourceOperation): boolean {
  const { method, path } = operation;
  const collection = origin.operation.path;
  const isOther = operation.id !== origin.operation.id && role !== 'delete';
  return method === 'POST' && isOther && (path === collection || /^[/:][^/{}]+$/.test(path.replace(collection, '')));
}

type Wrap = (bodies: readonly JsonValue[]) => JsonValue;

/** How the body of a bulk operation has those of several creations: an array, or one property that is an array; undefined if it has not. */
function wrapping(sequence: Sequence, bulk: ResourceOperation, origin: ResourceOperation): Wrap | undefined {
  const { contract, pool } = sequence;
  const schema = requestMediaType(bulk.operation)?.schema;
  const single = pool.candidates.body(origin.operation, 'all', 1);
  if (schema === undefined || single === undefined) return undefined;
  const base = pool.candidates.body(bulk.operation, 'all', 1);
  const names = isObject(base) ? Object.keys(base).filter((name) => Array.isArray(base[name])) : [];
  const wraps: Wrap[] = [
    (bodies) => [...bodies],
    ...names.map(
      (name): Wrap =>
        (bodies) => ({ ...(isObject(base) ? base : {}), [name]: [...bodies] }),
    ),
  ];
  const accepts = (body: JsonValue) => contract.schemas.accepts(schema, body, 'request');
  // What takes anything as an item need not create records.
  return wraps.find((wrap) => accepts(wrap([single])) && !accepts(wrap([{}])));
}

function bodiesOf({ pool }: Sequence, record: LiveRecord, variants: readonly number[]): JsonValue[] | undefined {
  const { origin, sent } = record;
  const bodies = variants.flatMap((variant) => {
    const base = pool.candidates.base(origin.operation, []);
    const all = pool.candidates.body(origin.operation, 'all', variant);
    // The service may accept only some properties.
    const body =
      isObject(all) && isObject(sent) ? Object.fromEntries(Object.entries(all).filter(([name]) => name in sent)) : all;
    const spec = base && body !== undefined ? pool.request(origin, record, { ...base, body }) : undefined;
    return spec && !('problem' in spec) && spec.body !== undefined ? [spec.body] : [];
  });
  return bodies.length === variants.length ? bodies : undefined;
}

interface Created {
  readonly bulk: ResourceOperation;
  readonly step: Step;
  readonly bodies: readonly JsonValue[];
}

/** Each record that the response shows is read as it was sent. */
async function verifyCreated(sequence: Sequence, record: LiveRecord, { bulk, step, bodies }: Created): Promise<void> {
  const { type } = sequence;
  const items = shownRecords(record, step);
  if (items.length === 0) return;
  const subjects = items.map((item) => adopt(sequence, record, { bulk, step, ...item }));
  const places: number[] = [];
  for (const body of bodies) {
    const expected = sequence.expectedOf(record.origin, body);
    const index = items.findIndex(({ item }) => isOf(item, expected));
    const subject = subjects[index];
    if (!subject) return reportMissing(sequence, step, expected);
    places.push(index);
    subject.expected = expected;
    const result = await sequence.verify('created-is-readable', subject, step, {
      purpose: `read ${withArticle(type.name)} that was created with others`,
      gone: `${withArticle(type.name)} that it created with others is not found`,
      differs: `${withArticle(type.name)} that it created with others does not show what was sent`,
    });
    if (result !== 'as expected') return;
  }
  verifyRequestOrder(sequence, bulk, step, places);
  await verifyListed(sequence, subjects, 'after the creation of several');
}

function adopt(
  { pool, type }: Sequence,
  record: LiveRecord,
  { bulk, step, identifiers }: Pick<Created, 'bulk' | 'step'> & ShownRecord,
): Subject {
  const parts = { type, origin: { ...record.origin, operation: bulk.operation }, step, isOwn: true, identifiers };
  return { record: pool.registry.adopt({ ...parts, context: withoutSelf(record) }), expected: [] };
}

function isOf(item: JsonValue, expected: readonly ExpectedProperty[]): boolean {
  const texts = expected.filter(({ value, pointer }) => isUniqueText(value) && !pointer.includes('/*'));
  return texts.length > 0 && findDifferences(item, texts).length === 0;
}

function reportMissing(sequence: Sequence, step: Step, expected: readonly ExpectedProperty[]): void {
  const { name } = sequence.type;
  sequence.report('created-is-readable', step, {
    records: [],
    steps: [step],
    message: `its response has not every ${name} that it was sent`,
    expected: expected
      .flatMap(({ pointer, value }) => (isUniqueText(value) ? [`${pointer}: ${String(value)}`] : []))
      .join('\n'),
    actual: `no ${name} with these values`,
  });
}

interface ShownRecord {
  readonly item: JsonValue;
  readonly identifiers: ReadonlyMap<string, FoundIdentifier>;
}

/** The records in the first array of the response whose items all have the identifiers of the type. */
function shownRecords({ type, origin }: LiveRecord, step: Step): ShownRecord[] {
  const envelope = origin.response?.envelope ?? '';
  for (const array of arraysIn(bodyOf(step))) {
    const records = array.flatMap((whole, index): ShownRecord[] => {
      // An envelope may be around each record, or around all.
      const inner = getAt(whole, envelope);
      const item = isObject(inner) ? inner : whole;
      const found = identifiersIn(type, item, { origin, index });
      return found ? [{ item, identifiers: found }] : [];
    });
    if (records.length > 0 && records.length === array.length) return records;
  }
  return [];
}

function identifiersIn(
  { identifiers }: LiveRecord['type'],
  item: JsonValue,
  { origin, index }: { readonly origin: ResourceOperation; readonly index: number },
): Map<string, FoundIdentifier> | undefined {
  const envelope = origin.response?.envelope ?? '';
  const found = new Map<string, FoundIdentifier>();
  for (const { name, bindings } of identifiers) {
    const binding = bindings.find(
      ({ operation, from }) => operation === origin.operation.id && from.in === 'response body',
    );
    if (binding?.from.in !== 'response body') return undefined;
    const { pointer: whole } = binding.from;
    const pointer = whole.startsWith(envelope) ? whole.slice(envelope.length) : whole;
    const value = getAt(item, pointer);
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    // A script finds the first in the response by its name.
    const from = index === 0 ? ({ in: 'body', property: parsePointer(pointer).at(-1) ?? '' } as const) : undefined;
    found.set(name, { value, from });
  }
  return found;
}

function arraysIn(body: JsonValue | undefined): (readonly JsonValue[])[] {
  if (Array.isArray(body)) return [body];
  return isObject(body) ? Object.values(body).filter((value) => Array.isArray(value)) : [];
}

/** One invalid record among valid ones: if the request is rejected, no record of it is stored. */
async function verifyRejected(
  sequence: Sequence,
  record: LiveRecord,
  bulk: ResourceOperation,
  wrap: Wrap,
): Promise<void> {
  const { journal } = sequence;
  const bodies = bodiesOf(sequence, record, REJECTED_VARIANTS);
  // The first may be a reference, which gets a live record again.
  const invalid = invalidBodies(sequence, record.origin, 46).at(-1);
  if (sequence.lists.length === 0 || !bodies || !invalid) return;
  const spec = sequence.requestFor(bulk, record, wrap([...bodies.slice(0, 1), invalid, ...bodies.slice(1)]));
  const step = spec && (await journal.send(bulk.operation, spec, `try to create several, one of them invalid`));
  if (step && isRejected(step)) await verifyNoneStored(sequence, record, step, bodies);
}

/** A new record beside one that is there: if that is a conflict, the new one is not stored. */
async function verifyConflict(
  sequence: Sequence,
  record: LiveRecord,
  bulk: ResourceOperation,
  beside: Wrap,
): Promise<void> {
  const bodies = bodiesOf(sequence, record, CONFLICT_VARIANTS);
  if (sequence.lists.length === 0 || !bodies || !listsStatus(bulk.operation, 409)) return;
  const spec = sequence.requestFor(bulk, record, beside(bodies));
  const purpose = `try to create ${withArticle(sequence.type.name)} with one that is there`;
  const step = spec && (await sequence.journal.send(bulk.operation, spec, purpose));
  if (step && isRejected(step)) await verifyNoneStored(sequence, record, step, bodies);
  else if (step && isDone(step))
    for (const item of shownRecords(record, step)) adopt(sequence, record, { bulk, step, ...item });
}

async function verifyNoneStored(
  sequence: Sequence,
  record: LiveRecord,
  step: Step,
  bodies: readonly JsonValue[],
): Promise<void> {
  const { type } = sequence;
  const [collection] = sequence.lists;
  // Other records may have the same value of a list, or refer to the same record.
  const shared = new Set(type.references.map(({ at }) => at));
  const listed = collection?.response?.properties.filter((each) => !each.enumerated && !shared.has(each.pointer));
  const pointers = new Set(listed?.map(({ pointer }) => pointer));
  const own = bodies
    .flatMap((body) => sequence.expectedOf(record.origin, body))
    .filter(({ pointer, value }) => pointers.has(pointer) && isUniqueText(value));
  await verifyNotStored(sequence, record, step, (item) => own.some((text) => shows(item, text)));
}
