import { changed } from './compare.ts';
import type { Live, Records } from './records.ts';
import { isSuccess } from './session.ts';

/** Creates records and reads each by its id, at its Location and in the list. */
export async function creations(records: Records): Promise<void> {
  for (let number = 0; number < 4; number++) await records.leavingOthers('create', undefined, () => creation(records));
  await listed(records);
}

async function creation(records: Records): Promise<void> {
  const { session, plan } = records;
  const values = records.newValues();
  const response = await records.post(values);
  if (!isSuccess(response)) return records.expect('rejects-valid', 'create', `POST gives ${response.status}`);
  const id = String(plan.record(response.value)['id']);
  const live = { id, path: `${records.path}/${encodeURIComponent(id)}`, values };
  await session.settle();
  records.expect('created-readable', 'create', await records.unlike(live, values));
  const { location } = response.headers;
  if (location !== undefined) {
    const { pathname } = new URL(location, session.url + records.path);
    records.expect('location', 'create', await records.unlike({ path: pathname }, values));
  }
  records.live.push(live);
}

/** Looks for each record in the list, with the values that a read shows. */
export async function listed(records: Records): Promise<void> {
  await records.session.settle();
  const rows = await records.list();
  for (const live of records.live) {
    const found = rows.filter((row) => String(row['id']) === live.id);
    if (found.length !== 1) records.expect('listed', 'list', `${live.path} is listed ${found.length} times`);
    const row = await records.read(live);
    const [first] = found;
    const name = first && row && changed(first, row);
    if (name !== undefined) records.expect('listed', 'list', `${live.path} is listed with another ${name}`);
  }
}

/** Looks through pages of two records for records that are repeated or missing. */
export async function pages(records: Records): Promise<void> {
  const ids = (await records.list(2)).map((row) => String(row['id']));
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  records.expect('pages', 'list', repeated && `${repeated} is on two pages`);
  const missing = records.live.find(({ id }) => !ids.includes(id));
  records.expect('pages', 'list', missing && `${missing.id} is on no page`);
}

/** Reads records several times, by GET, HEAD and in lists. */
export async function safety(records: Records): Promise<void> {
  const watch = async (role: 'read' | 'list', step: (live: Live) => Promise<unknown>) => {
    const live = await records.createUnchecked();
    const before = await records.read(live);
    await step(live);
    records.expect('safe-changes-nothing', role, await records.altered(live, before));
  };
  await watch('read', (live) => records.get(live));
  await watch('read', (live) => records.get(live).then(() => records.get(live)));
  await watch('read', (live) => records.head(live));
  await watch('list', () => records.list());
}

/** Creates records under ids that the client chooses. */
export async function putCreations(records: Records): Promise<void> {
  for (let number = 0; number < 2; number++) {
    const id = crypto.randomUUID();
    const live = { id, path: `${records.path}/${id}`, values: records.newValues() };
    const response = await records.leavingOthers('replace', undefined, () => records.put(live, live.values));
    if (!isSuccess(response)) records.expect('rejects-valid', 'replace', `PUT gives ${response.status}`);
    await records.session.settle();
    records.expect('created-readable', 'replace', await records.unlike(live, live.values));
    records.live.push(live);
  }
}
