import type { Live } from './records.ts';
import { Records } from './records.ts';
import { isSuccess, type Response } from './session.ts';

/** Sends what is not valid in one property, and looks whether anything changed. */
export async function rejections(records: Records, live: Live): Promise<void> {
  const { plan, session } = records;
  const { operations } = plan.spec;
  const rejected = (role: 'create' | 'replace' | 'merge', response: Response) => {
    if (isSuccess(response)) records.expect('accepts-invalid', role, `${JSON.stringify(plan.invalid)} is accepted`);
  };
  if (operations.create !== undefined) {
    const before = await ids(records);
    rejected('create', await records.post({ ...records.newValues(), ...plan.invalid }));
    await session.settle();
    const more = (await ids(records)).filter((id) => !before.includes(id));
    records.expect('rejected-changes-nothing', 'create', more.length > 0 ? `${more} is listed` : undefined);
  }
  const row = await records.read(live);
  for (const role of ['replace', 'merge'] as const) {
    if (operations[role] === undefined) continue;
    const values = { ...records.newValues(), ...plan.invalid };
    rejected(role, await (role === 'replace' ? records.put(live, values) : records.patch(live, values)));
    await session.settle();
    records.expect('rejected-changes-nothing', role, await records.altered(live, row));
  }
}

async function ids(records: Records): Promise<string[]> {
  return (await records.list()).map(({ id }) => String(id));
}

/** Deletes what may not be deleted: without credentials, or while other records need it. */
export async function rejectedDeletion(records: Records): Promise<void> {
  const { plan, session } = records;
  if (plan.document !== 'tasks' && plan.dependent === undefined) return;
  const live = await records.createUnchecked();
  if (plan.dependent !== undefined) {
    const dependent = plan.dependent();
    const { property } = dependent.refers ?? {};
    const references = property === undefined ? {} : { [property]: live.id };
    await new Records(session, dependent, dependent.path(live.id), references).createUnchecked();
  }
  const response = await records.delete(live, plan.document === 'tasks');
  await session.settle();
  if (isSuccess(response)) return records.forget(live);
  const row = await records.read(live);
  records.expect('rejected-changes-nothing', 'remove', row === undefined ? `${live.path} is deleted` : undefined);
}

/** Works on a record under another parent than its own. */
export async function nesting(records: Records, live: Live): Promise<void> {
  const { plan, session } = records;
  if (plan.above === undefined) return;
  const other = await Records.open(session, plan);
  const elsewhere = { path: `${other.path}/${encodeURIComponent(live.id)}` };
  const found = isSuccess(await other.get(elsewhere));
  records.expect('nested-stays', 'read', found ? `${elsewhere.path} is found` : undefined);
  const isListed = (await ids(other)).includes(live.id);
  records.expect('nested-stays', 'list', isListed ? `${live.id} is listed in ${other.path}` : undefined);
  const { text } = plan.spec;
  const values = records.newValues();
  const attempts = [
    ['merge', () => other.patch(elsewhere, { [text]: values[text] ?? '' })],
    ['replace', () => other.put(elsewhere, values)],
    ['remove', () => other.delete(elsewhere)],
  ] as const;
  for (const [role, attempt] of attempts) {
    const before = await records.read(live);
    await attempt();
    await session.settle();
    records.expect('nested-stays', role, await records.altered(live, before));
  }
}

/** Deletes all records, one after another, each twice. */
export async function deletions(records: Records): Promise<void> {
  for (const live of [...records.live]) {
    if ((await records.read(live)) === undefined) continue;
    const response = await records.leavingOthers('remove', live, () => records.delete(live));
    if (!isSuccess(response)) records.expect('rejects-valid', 'remove', `DELETE gives ${response.status}`);
    records.forget(live);
    await records.session.settle();
    const row = await records.read(live);
    records.expect('deleted-gone', 'remove', row && `${live.path} is still there`);
    const isListed = (await ids(records)).includes(live.id);
    records.expect('deleted-gone', 'remove', isListed ? `${live.path} is still listed` : undefined);
    const second = await records.delete(live);
    records.expect('second-delete', 'remove', second.status >= 500 ? `The second gives ${second.status}` : undefined);
  }
}
