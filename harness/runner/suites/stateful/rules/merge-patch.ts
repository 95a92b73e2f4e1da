import { isObject } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone } from '../../../pool/journal.ts';
import { type BodyProperties, bodyProperties } from '../steps/body-properties.ts';
import { type ExpectedProperty, mayLack, withExpected } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyPatched } from './patched.ts';

/** Chooses values that the record has not had before. */
const VARIANT = 22;
const OTHER_VARIANT = 23;

/** A merge patch removes what is null, and merges objects (RFC 7396 section 2). */
export async function verifyMergePatch(sequence: Sequence, subject: Subject): Promise<void> {
  for (const operation of sequence.operations('patch').filter(({ patch }) => patch === 'merge')) {
    const body = bodyProperties(operation, sequence.pool.candidates.body(operation.operation, 'all', VARIANT));
    if (!body) continue;
    for (const [name, value] of Object.entries(body.properties)) {
      if (isObject(value)) await verifyMerged(sequence, subject, operation, { body, name, value });
      await verifyRemoved(sequence, subject, operation, { body, name, value });
    }
  }
}

interface Member {
  readonly body: BodyProperties;
  readonly name: string;
  readonly value: JsonValue;
}

/** Sets a property, and removes it by null; one with another default may show that. */
async function verifyRemoved(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  { body, name, value }: Member,
): Promise<void> {
  const [pointer] = sequence.expectedOf(operation, body.with({ [name]: value }));
  const removal = body.with({ [name]: null });
  const { initial = null } = pointer ?? {};
  if (isObject(value) || !pointer || initial !== null || !accepts(sequence, operation, removal)) return;
  if (!(await patch(sequence, subject, operation, body.with({ [name]: value }), `set ${name}`))) return;
  await patch(sequence, subject, operation, removal, `remove ${name}`);
}

/** Sets two properties of an object, changes one of them, and removes it by null: the other one stays. */
async function verifyMerged(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  { body, name, value }: Member,
): Promise<void> {
  const [first, second, members, changed] = membersOf(sequence, operation, name, value);
  const both = body.with({ [name]: members });
  const one = body.with({ [name]: { [first]: changed } });
  if (!accepts(sequence, operation, both) || !accepts(sequence, operation, one)) return;
  const at = (whole: JsonObject): ExpectedProperty[] => {
    const object = bodyProperties(operation, whole)?.properties[name] ?? null;
    return [first, second].flatMap((key) => {
      const shown = getAt(object, `/${key}`);
      return shown === undefined ? [] : [{ pointer: `${body.inner}/${name}/${key}`, value: shown, initial: undefined }];
    });
  };
  // From here on its properties are compared one by one.
  const whole = `${body.inner}/${name}`;
  const others = (list: readonly ExpectedProperty[]) => list.filter(({ pointer }) => pointer !== whole);
  subject.expected = others(subject.expected);
  const set = withExpected(others(sequence.expectedOf(operation, both)), at(both));
  const send = (sent: JsonObject, what: string, expected: readonly ExpectedProperty[]) =>
    patch(sequence, subject, operation, sent, what, expected);
  const emptied = body.with({ [name]: null });
  // Each patch before has added to a map, which may be full.
  const isSet =
    (await send(both, `set ${name}`, set)) ||
    (accepts(sequence, operation, emptied) &&
      (await send(emptied, `empty ${name}`, [])) &&
      (await send(both, `set ${name}`, set)));
  if (!isSet || !(await send(one, `change ${first} in ${name}`, at(one)))) return;
  const removal = body.with({ [name]: { [first]: null } });
  const pointer = `${whole}/${first}`;
  const mayBeGone = sequence.reader && mayLack(sequence.contract, sequence.reader, pointer);
  if (!mayBeGone || !accepts(sequence, operation, removal)) return;
  await send(removal, `remove ${first} from ${name}`, [{ pointer, value: null, initial: undefined }]);
}

/** The names of two properties of an object, values for all of it, and another one for the first: texts where it takes any. */
function membersOf(
  sequence: Sequence,
  operation: ResourceOperation,
  name: string,
  value: JsonValue,
): [first: string, second: string, members: JsonObject, changed: JsonValue] {
  const own = isObject(value) ? value : {};
  const word = () => sequence.journal.unique.word();
  const [first, second] = Object.keys(own).filter((key) => typeof own[key] === 'string');
  if (first !== undefined && second !== undefined)
    return [first, second, { ...own, [first]: word(), [second]: word() }, word()];
  const other = bodyProperties(operation, sequence.pool.candidates.body(operation.operation, 'all', OTHER_VARIANT));
  const others = other?.properties[name];
  const plain = Object.keys(own).filter((key) => !isObject(own[key]) && !Array.isArray(own[key]) && own[key] !== null);
  // A switch that is left out may be as it was set by chance.
  const [kept, changing] = plain.sort(
    (a, b) => Number(typeof own[a] === 'boolean') - Number(typeof own[b] === 'boolean'),
  );
  const changed = changing !== undefined && isObject(others) ? others[changing] : undefined;
  return kept !== undefined && changing !== undefined && changed !== undefined
    ? [changing, kept, own, changed]
    : ['alpha', 'beta', { alpha: word(), beta: word() }, word()];
}

async function patch(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  body: JsonObject,
  what: string,
  expected?: readonly ExpectedProperty[],
): Promise<boolean> {
  const spec = sequence.requestFor(operation, subject.record, body);
  if (!spec) return false;
  const step = await sequence.change(operation, subject.record, spec, `${what} of the ${sequence.type.name}`);
  if (!isDone(step)) return false;
  const shown = expected ?? sequence.expectedOf(operation, spec.body);
  return (await verifyPatched(sequence, subject, step, shown)) === 'as expected';
}

function accepts({ contract }: Sequence, { operation }: ResourceOperation, body: JsonObject): boolean {
  return acceptsBody(contract, operation, body);
}
