import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { bodyOf, type Step } from '../../../pool/journal.ts';
import { type ActionEffect, actionEffects, SOME_TIME } from '../steps/action-effect.ts';
import { listedValues } from '../steps/listed-values.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** True if neither the response nor a read shows what the action is named after: a cancelled order is cancelled, and has the time of it. */
export async function isWithoutEffect(
  sequence: Sequence,
  action: ResourceOperation,
  { record }: Subject,
  step: Step,
  before: JsonValue,
): Promise<boolean> {
  const { reader, contract, type } = sequence;
  const effects = reader ? actionEffects(contract, action, reader, before) : [];
  const isMissing = (shown: JsonValue | undefined) =>
    missingIn(effects, before, shown) ?? effects.find((effect) => isOfAnother(sequence, action, effect, before, shown));
  const body = bodyOf(step);
  const told = body === undefined ? undefined : getAt(body, action.response?.envelope ?? '');
  const isTimed = effects.some(({ value }) => value === SOME_TIME);
  if (effects.length === 0 || (body !== undefined && !isTimed && !isMissing(told))) return false;
  const seen = await sequence.read(
    { record, expected: [] },
    `read the ${type.name} after ${action.operation.id}`,
    ({ record: shown }) => !isMissing(shown),
  );
  const missing = isMissing(seen?.record);
  if (!seen || !missing) return false;
  const { pointer, value } = missing;
  sequence.report('action-is-visible', step, {
    records: [record],
    steps: [step, seen.step],
    message: `${pointer} of the ${type.name} is not what ${action.operation.id} is named after`,
    expected: `${pointer}: ${String(value)}`,
    actual: `${pointer}: ${String(seen.record === undefined ? undefined : getAt(seen.record, pointer))}`,
  });
  return true;
}

/**
 * Whether a record has the state that another action is named after: confirmed instead of cancelled. States that the document lists
 * later may follow at once: what is submitted is approved, if nobody has to look at it.
 */
function isOfAnother(
  { type, contract, reader }: Sequence,
  action: ResourceOperation,
  { pointer, value }: ActionEffect,
  before: JsonValue,
  shown: JsonValue | undefined,
): boolean {
  const now = shown === undefined ? undefined : getAt(shown, pointer);
  if (!reader || typeof now !== 'string' || typeof value !== 'string' || value === SOME_TIME) return false;
  const listed = listedValues(contract, reader, pointer);
  if (listed.indexOf(now) > listed.indexOf(value)) return false;
  const others = type.operations.filter(({ role, operation }) => role === 'action' && operation !== action.operation);
  return (
    now !== value &&
    others.some((other) =>
      actionEffects(contract, other, reader, before).some(
        (effect) => effect.pointer === pointer && effect.value === now,
      ),
    )
  );
}

/** What is as it was before: of states, all of them, since one is enough; of times, any. */
function missingIn(
  effects: readonly ActionEffect[],
  before: JsonValue,
  shown: JsonValue | undefined,
): ActionEffect | undefined {
  if (shown === undefined) return undefined;
  const isSame = ({ pointer }: ActionEffect) =>
    isSameValue(getAt(shown, pointer) ?? null, getAt(before, pointer) ?? null);
  const states = effects.filter(({ value }) => value !== SOME_TIME);
  const [state] = states.every(isSame) ? states : [];
  return state ?? effects.find((each) => each.value === SOME_TIME && isSame(each));
}
