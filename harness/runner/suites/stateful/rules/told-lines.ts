import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { pluralize } from '../../../../core/util/pluralize.ts';
import { getPart, type RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { PathIdentifier, ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import {
  amountsByRecord,
  arraysOf,
  type LineShift,
  lineEffectsOf,
} from '../../../../openapi/resources/prose/line-effects.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { ResourcePool } from '../../../pool/resource-pool.ts';
import { type Counter, numberIn, observeCounter } from '../steps/counter.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANT = 96;
/** So many records of those that lines name are read. */
const MAX_READ = 3;

export type Context = ReadonlyMap<string, LiveRecord>;
/** What is left to do once the operation was done. */
export type Verify = (step: Step) => Promise<void>;

/** What the document says that an operation does by its lines, reads show: an order takes the quantities from the stock, and empties the cart. */
export async function watchLines(
  sequence: Sequence,
  operation: ResourceOperation,
  around: Context,
  body: JsonValue | undefined,
): Promise<Verify[]> {
  const { contract, pool } = sequence;
  const watched: Verify[] = [];
  const { shifts, emptied } = lineEffectsOf(contract, pool.model.types, operation);
  for (const shift of shifts) watched.push(...(await watchShift(sequence, operation, shift, around, body)));
  for (const type of emptied) watched.push(...(await watchEmptied(sequence, operation, type, around)));
  return watched;
}

/** True if the document says that an operation does something by lines, or to them. */
function concernsLines({ contract, pool: { model } }: Sequence, operation: ResourceOperation): boolean {
  const { shifts, emptied } = lineEffectsOf(contract, model.types, operation);
  return shifts.length > 0 || emptied.length > 0;
}

async function watchShift(
  sequence: Sequence,
  operation: ResourceOperation,
  shift: LineShift,
  around: Context,
  body: JsonValue | undefined,
): Promise<Verify[]> {
  const { lines, sign, target } = shift;
  const { reader, property } = target;
  const owner = lines.owner && around.get(lines.owner.name);
  const whole = lines.owner ? (owner && (await readRecord(sequence, owner)))?.record : body;
  const watched: Verify[] = [];
  for (const [id, amount] of [...amountsByRecord(whole, lines)].slice(0, MAX_READ)) {
    const parent = createdRecord(sequence, lines.reference, id);
    const counter = parent && { parent, reader, pointer: property.pointer };
    const before = counter && numberIn(await observeCounter(sequence, counter, () => true), counter);
    // Many numbers do not fall below zero.
    if (!counter || before === undefined || (sign < 0 && before < amount)) continue;
    const expected = before + sign * amount;
    if ([before, amount, expected].every(Number.isSafeInteger))
      watched.push((step) => verifyShifted(sequence, operation, shift, { counter, expected }, step));
  }
  return watched;
}

async function verifyShifted(
  sequence: Sequence,
  { operation: { id } }: ResourceOperation,
  { lines, target }: LineShift,
  { counter, expected }: { readonly counter: Counter; readonly expected: number },
  step: Step,
): Promise<void> {
  const { pointer, parent } = counter;
  const seen = await observeCounter(sequence, counter, (each) => numberIn(each, counter) === expected);
  const actual = numberIn(seen, counter);
  if (!seen || actual === undefined || actual === expected) return;
  sequence.report('action-is-visible', step, {
    records: [parent],
    steps: [step, seen.step],
    message: `${pointer} of the ${target.type.name} is not what the document says that ${id} makes of it by ${lines.array}`,
    expected: `${pointer}: ${expected}`,
    actual: `${pointer}: ${actual}`,
  });
}

/** The only record that an identifier names, if the run has created it. */
function createdRecord(
  { pool }: Sequence,
  { resource, identifier }: Pick<PathIdentifier, 'resource' | 'identifier'>,
  id: string,
): LiveRecord | undefined {
  const [record, ...others] = pool.registry.created.filter(
    ({ type, identifiers, isDeleted }) =>
      !isDeleted && type.name === resource && String(identifiers.get(identifier)) === id,
  );
  return others.length === 0 ? record : undefined;
}

async function watchEmptied(
  sequence: Sequence,
  operation: ResourceOperation,
  type: ResourceType,
  around: Context,
): Promise<Verify[]> {
  const record = around.get(type.name);
  const before = record && (await readRecord(sequence, record));
  const filled = arraysOf(type).filter((array) => linesIn(before, array).length > 0);
  if (!record || filled.length === 0) return [];
  const verify: Verify = async (step) => {
    const left = (seen: Observation | undefined) => filled.flatMap((array) => linesIn(seen, array));
    const seen = await readRecord(sequence, record, (each) => left(each).length === 0);
    if (seen?.record === undefined || left(seen).length === 0) return;
    sequence.report('action-is-visible', step, {
      records: [record],
      steps: [step, seen.step],
      message: `${filled.join(', ')} of the ${type.name} still has ${pluralize(left(seen).length, 'line')} although ${operation.operation.id} empties it, as the document says`,
      expected: 'none',
      actual: pluralize(left(seen).length, 'line'),
    });
  };
  return [verify];
}

function linesIn(seen: Observation | undefined, array: string): readonly JsonValue[] {
  const items = seen?.record === undefined ? undefined : getAt(seen.record, array);
  return Array.isArray(items) ? items : [];
}

async function readRecord(
  sequence: Sequence,
  parent: LiveRecord,
  isExpected: (seen: Observation) => boolean = () => true,
): Promise<Observation | undefined> {
  const reader = sequence.pool.reader(parent.type);
  return reader && observeCounter(sequence, { parent, reader, pointer: '' }, isExpected);
}

/** A creation does by its lines, or those of a new cart that it names, what the document says. */
export async function verifyLineCreations(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, pool } = sequence;
  for (const operation of type.operations) {
    if (!operation.creates || operation.scope !== 'collection' || !concernsLines(sequence, operation)) continue;
    const context = await withNewOwners(sequence, operation, withoutSelf(record));
    let watched: readonly Verify[] = [];
    const watch = async (spec: RequestSpec) => {
      const named = new Map([...context, ...recordsIn(sequence, operation, spec)]);
      watched = await watchLines(sequence, operation, named, spec.body);
    };
    const made = await pool.create(type, { by: operation, variant: VARIANT, context, watch });
    if ('problem' in made || !isDone(made.step)) continue;
    for (const verify of watched) await verify(made.step);
  }
}

/** The records that a request names, by type: others than those that it was to name, if these were no use. */
function recordsIn(sequence: Sequence, operation: ResourceOperation, spec: RequestSpec): [string, LiveRecord][] {
  const parts = [...operation.path, ...operation.references.filter(({ many }) => !many)];
  return parts.flatMap((part) => {
    const value = getPart(spec, part);
    const record = value === undefined ? undefined : createdRecord(sequence, part, String(value));
    return record ? [[part.resource, record]] : [];
  });
}

/** The records that an operation names, with new ones of those whose lines it is about: a cart is used up. */
async function withNewOwners(
  { contract, pool }: Sequence,
  operation: ResourceOperation,
  around: Context,
): Promise<Context> {
  const { shifts, emptied } = lineEffectsOf(contract, pool.model.types, operation);
  const shown = shifts.flatMap(({ lines }) => lines.owner ?? []);
  const context = new Map(around);
  for (const owner of new Set([...shown, ...emptied])) {
    context.delete(owner.name);
    const made = owner.singleton ? undefined : await pool.create(owner, { context, isNamed: true });
    if (!made || 'problem' in made) continue;
    context.set(owner.name, made);
    await fill(pool, made);
  }
  return context;
}

/** Creates what is in a record: a line of a cart. */
async function fill(pool: ResourcePool, { type, context }: LiveRecord): Promise<void> {
  const isFilling = ({ parent, operations }: ResourceType) =>
    parent === type.name && operations.some(({ creates }) => creates);
  const lines = pool.model.types.find(isFilling);
  if (lines) await pool.create(lines, { context });
}
