import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { Reference, ResourceOperation } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { textAt } from '../../../../openapi/resources/text-at.ts';
import { schemasAt } from '../../../../openapi/schema/schemas-at.ts';
import { isDone } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { bodyProperties } from '../steps/body-properties.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';

/** Chooses values that no other record has. */
const VARIANTS = { naming: 64, changed: 65 };

/** What a document says of a reference that an update does not change. */
const FIXED =
  /\b(?:immutable|ignored|fixed|cannot|can't|can not|may not|must not|never|only (?:on|at|when|by|for|in)|read-?only|stays?|unchanged|permanent)\b/i;

/** A change may name another record: a book that gets another author shows that one. */
export async function verifyMovedReferences(sequence: Sequence, { record }: Subject): Promise<void> {
  if (!sequence.reader) return;
  const moves = sequence
    .operations('update', 'patch')
    .filter(({ patch, request }) => request !== undefined && patch !== 'json-patch')
    .flatMap((operation) =>
      movable(sequence, operation, (each) => isFixedIn(sequence.contract, operation, each)).map((reference) => ({
        operation,
        reference,
      })),
    );
  const others = new Map<string, LiveRecord>();
  for (const { reference } of moves) {
    const first = record.context.get(reference.resource);
    if (!first || others.has(reference.resource)) continue;
    const other = await sequence.pool.create(first.type, { context: withoutSelf(first), isNamed: true });
    if (!('problem' in other)) others.set(reference.resource, other);
  }
  const subject =
    others.size > 0 &&
    (await createSubject(sequence, { context: withoutSelf(record), variant: VARIANTS.naming, by: record.origin }));
  if (!subject) return;
  for (const { operation, reference } of moves) {
    const other = others.get(reference.resource);
    if (other) await verifyMoved(sequence, subject, operation, { reference, other });
  }
  subject.expected = [];
  await verifyDeletion(sequence, subject);
}

/** The references in a body that do not say which record it is or below which it is, and may change. */
function movable({ type }: Sequence, operation: ResourceOperation, isFixed: (each: Reference) => boolean): Reference[] {
  const around = new Set([
    type.name,
    type.parent,
    ...type.identifiers.map(({ sameAs }) => sameAs?.resource),
    ...operation.path.map(({ resource }) => resource),
  ]);
  return operation.references.filter(
    (each) =>
      each.in === 'body' && !each.many && !each.at.includes('/*') && !around.has(each.resource) && !isFixed(each),
  );
}

/** True if the document says of the reference, or of the operation in a sentence about it, that it does not change. */
function isFixedIn({ document }: Contract, { operation }: ResourceOperation, { at, resource }: Reference): boolean {
  const whole = requestMediaType(operation)?.schema;
  const schemas = whole === undefined ? [] : schemasAt(document, { whole, pointer: at, direction: 'request' });
  if (schemas.some((pointer) => FIXED.test(textAt(document, pointer)))) return true;
  const names = [parsePointer(at).at(-1) ?? '', resource].map((name) => words(name).join(' '));
  return textAt(document, operation.pointer)
    .split(/[.;\n]/)
    .some((each) => FIXED.test(each) && names.some((name) => words(each).join(' ').includes(name)));
}

interface Move {
  readonly reference: Reference;
  readonly other: LiveRecord;
}

/** Has a record name the other one of two, and looks whether it does. */
async function verifyMoved(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  { reference, other }: Move,
): Promise<void> {
  const { type } = sequence;
  const { record } = subject;
  const pointer = reference.at.slice(operation.request?.envelope.length);
  const first = record.context.get(reference.resource);
  const shown = getAt(subject.seen?.record ?? null, pointer) ?? null;
  const names = (each: LiveRecord | undefined) =>
    isSameValue(each?.identifiers.get(reference.identifier) ?? null, shown) ? each : undefined;
  const now = names(first) ?? names(other);
  const next = now === other ? first : other;
  if (!now || !next) return;
  const context = new Map([...record.context]).set(reference.resource, next);
  for (const body of bodiesOf(sequence, operation, reference)) {
    const spec = sequence.requestFor(operation, { ...record, context }, body);
    const sent = getAt(spec?.body ?? null, reference.at) ?? null;
    if (!spec || !isSameValue(next.identifiers.get(reference.identifier) ?? null, sent)) continue;
    const step = await sequence.change(operation, record, spec, `give the ${type.name} another ${reference.resource}`);
    if (!isDone(step)) continue;
    subject.expected = sequence.expectedOf(operation, spec.body).filter((each) => each.pointer === pointer);
    await sequence.verify('update-is-visible', subject, step, {
      purpose: `read the ${type.name} with another ${reference.resource}`,
      gone: `the ${type.name} that it changed is no longer found`,
      differs: `the ${type.name} does not name the ${reference.resource} that it was sent`,
    });
    return;
  }
}

/** Bodies that have a reference: the whole record for a PUT; the reference alone for a PATCH. */
export function bodiesOf(
  { pool: { candidates } }: Sequence,
  operation: ResourceOperation,
  { at }: Reference,
): (JsonValue | undefined)[] {
  if (operation.operation.method === 'PUT')
    return [...candidates.of(operation.operation, VARIANTS.changed)].map(({ body }) => body);
  const all = bodyProperties(operation, candidates.body(operation.operation, 'all', VARIANTS.changed));
  const [name = ''] = parsePointer(at.slice((operation.request?.envelope ?? '').length + (all?.inner.length ?? 0)));
  const value = all && Object.hasOwn(all.properties, name) ? all.properties[name] : undefined;
  return all && value !== undefined ? [all.alone({ [name]: value })] : [];
}
