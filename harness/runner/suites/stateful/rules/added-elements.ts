import { isObject, stringifyJson } from '../../../../core/json/index.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { elementArray } from '../../../../openapi/resources/element-arrays.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { perform } from './transitions.ts';

const VARIANT = 53;

/** What a POST adds to an array of a new record, a read shows there: the `items` of a basket, by `POST /baskets/{id}/items`. */
export async function verifyAddedElements(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  const { reader, type } = sequence;
  for (const action of actions) {
    const array = elementArray(action, reader?.response?.properties ?? []);
    const subject = array === undefined ? undefined : await createSubject(sequence, { variant: VARIANT });
    if (array === undefined || !subject) continue;
    const { id } = action.operation;
    const before = await sequence.read(subject, `read the ${type.name} before ${id}`);
    const list = listIn(before?.record, array);
    const step = list && (await perform(sequence, subject, action, `${id} on the ${type.name}`));
    if (step && isDone(step)) await verifyAdded(sequence, subject, step, { array, list });
    subject.expected = [];
    await verifyDeletion(sequence, subject);
  }
}

interface Before {
  /** Name of the array, and what was in it. */
  readonly array: string;
  readonly list: readonly JsonValue[];
}

async function verifyAdded(
  sequence: Sequence,
  { record }: Subject,
  step: Step,
  { array, list }: Before,
): Promise<void> {
  const { name } = sequence.type;
  // Services may put together what is equal, or put a new element first.
  const isSame = (now: readonly JsonValue[]) => isSameValue([...list], [...now]);
  const seen = await sequence.read({ record, expected: [] }, `read the ${name} with what was added`, (each) => {
    const now = listIn(each.record, array);
    return now !== undefined && !isSame(now);
  });
  const now = listIn(seen?.record, array);
  if (!seen || now === undefined || !isSame(now)) return;
  sequence.report('action-is-visible', step, {
    records: [record],
    steps: [step, seen.step],
    message: `${array} of the ${name} are as they were before ${step.operation.id}`,
    expected: `${array} with what was added`,
    actual: `${array}: ${stringifyJson([...now])}`,
  });
}

function listIn(record: JsonValue | undefined, name: string): readonly JsonValue[] | undefined {
  const list = isObject(record) ? record[name] : undefined;
  return Array.isArray(list) ? list : undefined;
}
