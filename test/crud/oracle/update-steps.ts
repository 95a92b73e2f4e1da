import type { Row } from '../../../fixtures/crud/json.ts';
import { isSame } from './compare.ts';
import type { Live, Records } from './records.ts';
import { isSuccess, type Response } from './session.ts';

/** Replaces a record: with every property, the same again, without the optional ones, and with others. */
export async function puts(records: Records, live: Live): Promise<void> {
  const { spec } = records.plan;
  const full = records.newValues();
  await put(records, live, full);
  await again(records, live, full);
  const least = records.required(records.newValues());
  const before = await records.read(live);
  await put(records, live, least);
  const after = (await records.read(live)) ?? {};
  const optional = Object.keys(full).filter((name) => !(name in least) && !isSame(full[name], spec.defaults[name]));
  const stays = optional.find(
    (name) => before !== undefined && isSame(before[name], full[name]) && isSame(after[name], full[name]),
  );
  records.expect('put-complete', 'replace', stays && `${live.path} still has ${stays}`);
  await put(records, live, records.newValues());
}

async function put(records: Records, live: Live, values: Row): Promise<void> {
  const response = await records.leavingOthers('replace', live, () => records.put(live, values));
  if (!isSuccess(response)) records.expect('rejects-valid', 'replace', `PUT gives ${response.status}`);
  sameId(records, live, response, 'replace');
  await records.session.settle();
  records.expect('updated-visible', 'replace', await records.unlike(live, values));
}

async function again(records: Records, live: Live, values: Row): Promise<void> {
  const before = await records.read(live);
  const response = await records.put(live, values);
  if (!isSuccess(response)) records.expect('put-repeatable', 'replace', `The second PUT gives ${response.status}`);
  await records.session.settle();
  records.expect('put-repeatable', 'replace', await records.altered(live, before));
}

function sameId(records: Records, live: Live, { value }: Response, role: 'replace' | 'merge'): void {
  const { id } = records.plan.record(value);
  if (id !== undefined && live.id !== '' && String(id) !== live.id)
    records.expect('id-stable', role, `${live.path} is ${id} now`);
}

/** Changes one property after another, the text more than once. */
export async function patches(records: Records, live: Live): Promise<void> {
  const { text, optional, defaulted } = records.plan.spec;
  const [name] = defaulted;
  const values = [records.newValues(), records.newValues(), records.newValues()];
  const defaults = records.plan.spec.defaults;
  const steps = [
    { [text]: values[0]?.[text] ?? '' },
    { [optional]: values[1]?.[optional] ?? '' },
    { [text]: values[2]?.[text] ?? '' },
    { [name]: defaults[name] ?? null },
    { [name]: live.values[name] ?? null },
  ];
  for (const step of steps) await patch(records, live, step);
}

async function patch(records: Records, live: Live, step: Row): Promise<void> {
  const before = await records.read(live);
  const response = await records.leavingOthers('merge', live, () => records.patch(live, step));
  if (!isSuccess(response)) records.expect('rejects-valid', 'merge', `PATCH gives ${response.status}`);
  sameId(records, live, response, 'merge');
  await records.session.settle();
  records.expect('updated-visible', 'merge', await records.unlike(live, step));
  records.expect('patch-partial', 'merge', await records.altered(live, before, ...Object.keys(step)));
}

/** Tries to take a unique value from another record. */
export async function uniqueness(records: Records, one: Live, other: Live): Promise<void> {
  const { unique, operations } = records.plan.spec;
  for (const name of unique) {
    const own = await records.read(other);
    const taken = { [name]: own?.[name] ?? null };
    const values = { ...records.newValues(), ...taken };
    const attempts = [
      ['create', () => records.post(values)],
      ['replace', () => records.put(one, values)],
      ['merge', () => records.patch(one, taken)],
    ] as const;
    for (const [role, attempt] of attempts) {
      const response = operations[role] === undefined ? undefined : await attempt();
      if (response && isSuccess(response))
        records.expect('unique', role, `${name} is taken, and gives ${response.status}`);
    }
  }
}

const PAST = '2001-01-01T00:00:00Z';

/** Sends a property that only the service sets. */
export async function readOnly(records: Records, live: Live): Promise<void> {
  const { operations } = records.plan.spec;
  const check = async (role: 'create' | 'replace' | 'merge', path: string, response: Response) => {
    await records.session.settle();
    const row = isSuccess(response) ? await records.read({ path }) : undefined;
    if (row && isSame(row['createdAt'], PAST))
      records.expect('read-only', role, `${path} has the createdAt that was sent`);
  };
  const created = await records.post({ ...records.newValues(), createdAt: PAST });
  await check('create', `${records.path}/${String(records.plan.record(created.value)['id'])}`, created);
  const values = { ...records.newValues(), createdAt: PAST };
  if (operations.replace !== undefined) await check('replace', live.path, await records.put(live, values));
  if (operations.merge !== undefined)
    await check('merge', live.path, await records.patch(live, { createdAt: PAST, ...text(records) }));
}

function text(records: Records): Row {
  const { text: name } = records.plan.spec;
  return { [name]: records.newValues()[name] ?? '' };
}

/** Performs the action of a type, and looks at what it did. */
export async function action(records: Records): Promise<void> {
  const { operations } = records.plan.spec;
  if (operations.action === undefined) return;
  const live = await records.createUnchecked();
  const path = `${live.path}/${operations.action.replace(/[A-Z].*/, '')}`;
  const response = await records.session.request({ operation: operations.action, method: 'POST', path });
  const { status = null } = records.plan.record(response.value);
  await records.session.settle();
  const row = await records.read(live);
  if (row?.['status'] !== status)
    records.session.violate('action-visible', operations.action, `${live.path} is ${row?.['status']}`);
}
