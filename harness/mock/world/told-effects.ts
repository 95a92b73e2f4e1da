import { isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, parseNumber } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ToldChange, ToldEffect } from '../../openapi/resources/prose/effects.ts';
import { amountsByRecord, lineEffectsOf } from '../../openapi/resources/prose/line-effects.ts';
import { shiftOf } from '../../openapi/resources/prose/shifts.ts';
import { effectsOf, type ToldTarget, targetOf } from '../../openapi/resources/prose/target.ts';
import { enumAt } from '../../openapi/resources/record-facts.ts';
import { emptyLines } from './lines.ts';
import { type NamedRecord, type NamingRequest, namedBy, shownValue, storedBy } from './naming.ts';
import type { Plan, WorldRequest } from './plan.ts';
import type { StoredRecord } from './records/stored-record.ts';
import type { World } from './world.ts';

/** What is left to do once the request is done. */
type Apply = () => void;

/** A plan that also does what the document says in words. */
export function withTold(world: World, request: NamingRequest, contract: Contract, plan: Plan): Plan {
  const { emptied } = lineEffectsOf(contract, world.model.types, request.operation);
  if (emptied.length === 0 && effectsOf(contract, request.operation.operation).length === 0) return plan;
  const apply = () => {
    const told = planTold(world, request, contract);
    const shown = plan.apply();
    told();
    return shown;
  };
  return { ...plan, apply };
}

/** Finds what the document says in words that a request does to the records that it names, before it is done: `raises openLoans of the member`. */
export function planTold(world: World, request: NamingRequest, contract: Contract): Apply {
  const byLines = planLines(world, request, contract);
  const effects = effectsOf(contract, request.operation.operation);
  const own = world.model.types.find(({ name }) => name === request.operation.resource);
  if (effects.length === 0 || !own) return byLines;
  const around = namedBy(world, request);
  const planned = effects.flatMap((effect): Apply[] => {
    const target = targetOf(effect, own, around);
    const named = target && around.get(target.type.name);
    if (!target || !named) return [];
    const before = getAt(named.record.value, target.property.pointer);
    return [() => change(contract, named, target, { effect, before, body: request.body })];
  });
  return inTurn([...planned, byLines]);
}

function inTurn(all: readonly Apply[]): Apply {
  return () => {
    for (const apply of all) apply();
  };
}

/** Finds what a request does by the lines that it sends, or those of a record that it names: an order takes them from the stock. */
function planLines(world: World, request: NamingRequest, contract: Contract): Apply {
  const { shifts, emptied } = lineEffectsOf(contract, world.model.types, request.operation);
  const isIgnored = world.type(request.operation.resource ?? '')?.ignoresLines === true;
  if (isIgnored || (shifts.length === 0 && emptied.length === 0)) return () => {};
  const around = namedBy(world, request);
  const shifting = shifts.flatMap(({ lines, sign, target }) => {
    const whole = lines.owner ? shownValue(world, around.get(lines.owner.name)) : request.body;
    return [...amountsByRecord(whole, lines)].flatMap(([id, amount]): Apply[] => {
      const named = storedBy(world, lines.reference, id);
      const before = named && getAt(named.record.value, target.property.pointer);
      return named ? [() => shift(named, target, before, sign * amount)] : [];
    });
  });
  const emptying = emptied.flatMap(({ name }): Apply[] => {
    const named = around.get(name);
    return named ? [() => emptyLines(world, named.types, named.record)] : [];
  });
  return inTurn([...shifting, ...emptying]);
}

/** A number changes by an amount, unless the record would not be valid: none is below zero where the document says so. */
function shift({ types, record }: NamedRecord, target: ToldTarget, before: JsonValue | undefined, by: number): void {
  const value = shifted(before, by);
  const changed = value === undefined ? undefined : replaceAt(record.value, target.property.pointer, value);
  if (isObject(changed) && types.store.get(record.key) === record && types.isValid(changed))
    types.force(record, changed);
}

interface Told {
  readonly effect: ToldEffect;
  /** What the record had before the request. */
  readonly before: JsonValue | undefined;
  readonly body: JsonValue | undefined;
}

function change(
  contract: Contract,
  { types, record }: NamedRecord,
  target: ToldTarget,
  { effect, before, body }: Told,
): void {
  const { pointer } = target.property;
  const now = getAt(record.value, pointer);
  // What has changed by itself, such as a count of what is below, is not changed again.
  if (before === undefined || now === undefined || !jsonEqual(before, now)) return;
  const value = valueAfter(contract, target, effect.change, { before, body });
  const changed = value === undefined ? undefined : replaceAt(record.value, pointer, value);
  if (isObject(changed) && types.store.get(record.key) === record) types.force(record, changed);
}

function valueAfter(
  contract: Contract,
  { reader, property }: ToldTarget,
  change: ToldChange,
  { before, body }: { readonly before: JsonValue; readonly body: JsonValue | undefined },
): JsonValue | undefined {
  if ('sign' in change) {
    const by = typeof change.by === 'string' ? 1 : sentNumber(body, change.by.property);
    return by === undefined ? undefined : shifted(before, change.sign * by);
  }
  if (change.value === 'null') return property.types.includes('null') ? null : undefined;
  if (change.value === 'now') return property.format === 'date-time' ? new Date().toISOString() : undefined;
  if (property.types.includes('boolean'))
    return change.value === 'true' ? true : change.value === 'false' ? false : undefined;
  const listed = enumAt(contract.document, reader.response?.schemas ?? [], property.pointer);
  return listed.find((each) => String(each).toLowerCase() === change.value);
}

function shifted(before: JsonValue | undefined, by: number): JsonValue | undefined {
  const number = isNumber(before) ? Number(String(before)) + by : Number.NaN;
  return Number.isSafeInteger(number) ? parseNumber(String(number)) : undefined;
}

function sentNumber(body: JsonValue | undefined, name: string): number | undefined {
  const [, value] = Object.entries(isObject(body) ? body : {}).find(([each]) => each.toLowerCase() === name) ?? [];
  return isNumber(value ?? null) ? Number(String(value)) : undefined;
}

/** An action that takes more of a number than there is, which the document says is rejected: `There is not enough stock`. */
export function conflictOfShortage(
  contract: Contract,
  { types: { type, ignoresConditions }, operation, body }: Pick<WorldRequest, 'types' | 'operation' | 'body'>,
  { value }: StoredRecord,
): RequestProblem | undefined {
  const shift = ignoresConditions ? undefined : shiftOf(contract, operation, type);
  const there = shift && getAt(value, shift.pointer);
  const amount =
    shift && body !== undefined ? getAt(body, `${operation.request?.envelope ?? ''}${shift.at}`) : undefined;
  if (shift?.shortage === undefined || !isNumber(there) || !isNumber(amount)) return undefined;
  if (Number(there) + shift.sign * Number(amount) >= 0) return undefined;
  return { status: shift.shortage, message: `the ${type.name} has no more than ${String(there)} of ${shift.pointer}` };
}
