import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { actionWords } from '../../../../openapi/resources/operations/verbs.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Difference } from '../steps/expected-properties.ts';
import type { Observation } from '../steps/observe.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence } from '../steps/sequence.ts';
import { isVolatile } from '../steps/volatile.ts';

/** An action, with what reads showed before and after it. */
interface Acted {
  readonly step: Step;
  readonly before: JsonValue;
  readonly after: Observation;
}

/** RFC 9110 section 9.2.2: a PUT or DELETE has the same effect a second time, so that no favorite is counted twice. */
export async function verifyRepeatedAction(
  sequence: Sequence,
  action: ResourceOperation,
  record: LiveRecord,
  { step: first, before, after }: Acted,
): Promise<void> {
  const { method, id } = action.operation;
  const { name } = sequence.type;
  const once = after.record;
  if ((method !== 'PUT' && method !== 'DELETE') || once === undefined) return;
  const step = await sequence.change(action, record, first.spec, `${id} on the ${name} again`);
  if (!isDone(step)) return;
  const read = () => sequence.read({ record, expected: [] }, `read the ${name} after ${id} again`, () => true);
  const seen = await read();
  const twice = seen?.record;
  if (!seen || twice === undefined) return;
  const changed = changedProperties(sequence, action, before, once);
  const again = changed.filter((pointer) => differs(once, twice, pointer));
  if (again.length === 0) return;
  // What changes by reads alone is no effect of the action.
  const later = (await read())?.record;
  const differences = again.flatMap((pointer): Difference[] => {
    const [expected, actual] = [getAt(once, pointer), getAt(twice, pointer)];
    const isStill = later !== undefined && !differs(twice, later, pointer);
    return expected !== undefined && isStill ? [{ pointer, expected, actual }] : [];
  });
  if (differences.length === 0) return;
  sequence.report('put-is-idempotent', step, {
    records: [record],
    steps: [step, seen.step],
    message: `the same ${method} a second time changes the ${name}`,
    differences,
  });
}

/** What an action changed and is to keep: neither times nor counts, unless they are named after it. */
function changedProperties(
  { reader }: Sequence,
  action: ResourceOperation,
  before: JsonValue,
  once: JsonValue,
): string[] {
  return (reader?.response?.properties ?? [])
    .map(({ pointer }) => pointer)
    .filter((pointer) => !pointer.includes('/*') && differs(before, once, pointer))
    .filter((pointer) => !isVolatile(pointer) || (isNumber(getAt(once, pointer)) && isNamedAfter(action, pointer)));
}

/** `favorites_count` of `PUT /articles/{slug}/favorite`. */
export function isNamedAfter({ operation: { path } }: ResourceOperation, pointer: string): boolean {
  const [verb] = actionWords(path);
  const named = words(parsePointer(pointer).at(-1) ?? '');
  return verb !== undefined && named.some((word) => word.startsWith(verb));
}

function differs(one: JsonValue, other: JsonValue, pointer: string): boolean {
  const [first, second] = [getAt(one, pointer), getAt(other, pointer)];
  return first !== undefined && second !== undefined && typeof first !== 'object' && !isSameValue(first, second);
}
