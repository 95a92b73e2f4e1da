import { isNumber } from '../../../../core/json/decimal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import type { ToldChange } from '../../../../openapi/resources/prose/effects.ts';
import { effectsOf, type ToldTarget, targetOf } from '../../../../openapi/resources/prose/target.ts';
import { allowsNumbers } from '../../../../openapi/schema/instance-types.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { observeCounter } from '../steps/counter.ts';
import { listedValues } from '../steps/listed-values.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { type Context, type Verify, watchLines } from './told-lines.ts';

/** Chooses values that no other record has. */
const VARIANTS = { created: 68 };
/** So many requests are tried until one is accepted. */
const MAX_TRIED = 3;

/** What the document says that an operation does to a number or a state, a read shows: `raises openLoans of the member`. */
export async function watchTold(
  sequence: Sequence,
  operation: ResourceOperation,
  own: ResourceType,
  around: Context,
  body?: JsonValue,
): Promise<Verify> {
  const watched = await watchLines(sequence, operation, around, body);
  for (const { change, ...effect } of effectsOf(sequence.contract, operation.operation)) {
    const target = targetOf({ ...effect, change }, own, around);
    const record = target && around.get(target.type.name);
    if (!target || !record || !isComparable(sequence, target, change)) continue;
    const before = valueIn(await observe(sequence, target, record), target);
    if (before === undefined) continue;
    watched.push((step) => verifyChange(sequence, { target, record, before }, change, step));
  }
  return async (step) => {
    for (const verify of isDone(step) ? watched : []) await verify(step);
  };
}

function isComparable({ contract }: Sequence, { reader, property }: ToldTarget, change: ToldChange): boolean {
  const { types, pointer, enumerated, format } = property;
  if ('sign' in change) return allowsNumbers(types);
  if (change.value === 'null') return types.includes('null');
  if (change.value === 'now') return format === 'date-time';
  if (types.includes('boolean')) return change.value === 'true' || change.value === 'false';
  return (
    enumerated && listedValues(contract, reader, pointer).some((each) => String(each).toLowerCase() === change.value)
  );
}

interface Watched {
  readonly target: ToldTarget;
  readonly record: LiveRecord;
  readonly before: JsonValue;
}

async function verifyChange(
  sequence: Sequence,
  { target, record, before }: Watched,
  change: ToldChange,
  step: Step,
): Promise<void> {
  const { pointer } = target.property;
  const isMet = (value: JsonValue | undefined) => value !== undefined && isAfter(change, before, value, step);
  const seen = await observe(sequence, target, record, (each) => isMet(valueIn(each, target)));
  const actual = valueIn(seen, target);
  if (!seen || actual === undefined || isMet(actual)) return;
  sequence.report('action-is-visible', step, {
    records: [record],
    steps: [step, seen.step],
    message: `${pointer} of the ${target.type.name} is not what the document says that ${step.operation.id} makes of it`,
    expected: `${pointer}: ${wanted(change, before, step)}`,
    actual: `${pointer}: ${String(actual)}`,
  });
}

/** Whether a value may be that after a change; true if that is not known. */
function isAfter(change: ToldChange, before: JsonValue, after: JsonValue, step: Step): boolean {
  if ('value' in change) {
    // A time that was there before may be the same, to the second.
    const isTime = change.value === 'now';
    return isTime ? before !== null || after !== null : String(after).toLowerCase() === change.value;
  }
  if (before === null || after === null) return true;
  const [old, now] = [Number(before), Number(after)];
  const by = amountOf(change, step);
  // Many numbers do not fall below zero.
  if (by === undefined || (change.sign < 0 && old < (by === 'any' ? 1 : by))) return true;
  if (by === 'any') return change.sign * (now - old) > 0;
  const expected = old + change.sign * by;
  return ![old, now, expected].every(Number.isSafeInteger) || now === expected;
}

function wanted(change: ToldChange, before: JsonValue, step: Step): string {
  if ('value' in change) return change.value === 'now' ? 'the time of the change' : change.value;
  const by = amountOf(change, step);
  if (typeof by === 'number') return String(Number(before) + change.sign * by);
  return `${change.sign > 0 ? 'more' : 'less'} than ${String(before)}`;
}

/** By how much a number changes; undefined if it is not known. */
function amountOf({ by }: Extract<ToldChange, { sign: 1 | -1 }>, { spec }: Step): number | 'any' | undefined {
  if (by === 'any') return 'any';
  if (by === 'one') return 1;
  const sent = isObject(spec.body) ? Object.entries(spec.body) : [];
  const [, value] = sent.find(([name]) => name.toLowerCase() === by.property) ?? [];
  return isNumber(value ?? null) ? Number(value) : undefined;
}

function valueIn(seen: Observation | undefined, { property }: ToldTarget): JsonValue | undefined {
  const value = seen?.record === undefined ? undefined : getAt(seen.record, property.pointer);
  return value === undefined || typeof value !== 'object' || value === null || isNumber(value) ? value : undefined;
}

function observe(
  sequence: Sequence,
  { reader, property: { pointer } }: ToldTarget,
  parent: LiveRecord,
  isExpected: (seen: Observation) => boolean = () => true,
): Promise<Observation | undefined> {
  return observeCounter(sequence, { parent, reader, pointer }, isExpected);
}

/** A creation does to the records that it names what the document says: these are new, so that nothing else changes them. */
export async function verifyToldCreations(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, pool } = sequence;
  const isUnread = ({ parent, operations }: ResourceType) =>
    parent === type.name && !operations.some(({ role }) => role === 'read' || role === 'list');
  for (const each of [type, ...pool.model.types.filter(isUnread)])
    for (const operation of each.operations)
      if (operation.creates && operation.scope === 'collection')
        await verifyCreation(sequence, operation, each, each === type ? withoutSelf(record) : record.context);
}

async function verifyCreation(
  sequence: Sequence,
  operation: ResourceOperation,
  own: ResourceType,
  around: Context,
): Promise<void> {
  const { pool, type } = sequence;
  const targets = effectsOf(sequence.contract, operation.operation).flatMap(
    (effect) => targetOf(effect, own, around)?.type.name ?? [],
  );
  const context = new Map(around);
  for (const [name, each] of around) {
    if (!targets.includes(each.type.name) || name !== each.type.name || name === own.name) continue;
    const others = new Map([...context].filter(([, other]) => other.type !== each.type));
    const made = await pool.create(each.type, { context: others, isNamed: true });
    if ('problem' in made) return;
    context.set(name, made);
  }
  if (targets.every((name) => name === own.name)) return;
  const verify = await watchTold(sequence, operation, own, context);
  for (const { body } of [...pool.candidates.of(operation.operation, VARIANTS.created)].slice(0, MAX_TRIED)) {
    const spec = sequence.requestFor(operation, { context }, body);
    if (!spec) return;
    const step = await pool.send(operation.operation, spec, `create ${withArticle(own.name)} that names new records`);
    if (!isDone(step)) continue;
    const created = pool.registry.createdRecord(own, operation, step, context);
    await verify(step);
    if (!('problem' in created) && own === type) await verifyToldDeletion(sequence, created);
    return;
  }
}

async function verifyToldDeletion(sequence: Sequence, record: LiveRecord): Promise<void> {
  const { type, contract } = sequence;
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const spec = operation && sequence.requestFor(operation, record);
  if (!operation || !spec || effectsOf(contract, operation.operation).length === 0) return;
  const verify = await watchTold(sequence, operation, type, record.context);
  const step = await sequence.change(operation, record, spec, `delete the ${type.name} that names new records`);
  record.isDeleted = isDone(step);
  await verify(step);
}
