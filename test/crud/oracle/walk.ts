import { creations, listed, pages, putCreations, safety } from './creation-steps.ts';
import type { Plan } from './plan.ts';
import { type Live, Records } from './records.ts';
import { deletions, nesting, rejectedDeletion, rejections } from './rejection-steps.ts';
import type { Session } from './session.ts';
import { action, patches, puts, readOnly, uniqueness } from './update-steps.ts';

/** Takes records of one type through their life cycle and reports violations to the session. */
export async function walk(session: Session, plan: Plan): Promise<void> {
  const records = await Records.open(session, plan);
  if (plan.isSingleton === true) return walkSingleton(records);
  await creations(records);
  await pages(records);
  const [a, b, c, d] = records.live;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  if (plan.spec.operations.replace !== undefined) await puts(records, a);
  await patches(records, b);
  await listed(records);
  await uniqueness(records, c, d);
  await rejections(records, c);
  if (plan.hasReadOnly) await readOnly(records, c);
  await nesting(records, d);
  if (plan.putCreates === true) await putCreations(records);
  await safety(records);
  await action(records);
  await rejectedDeletion(records);
  // The last record cannot be deleted, because another one refers to it.
  const { live } = records;
  if (plan.dependent !== undefined) records.live = live.slice(0, -1);
  await deletions(records);
}

async function walkSingleton(records: Records): Promise<void> {
  const live: Live = { id: '', path: records.path, values: records.newValues() };
  await records.put(live, live.values);
  await records.session.settle();
  const before = await records.read(live);
  records.expect('safe-changes-nothing', 'read', await records.altered(live, before));
  await puts(records, live);
  await patches(records, live);
  await rejections(records, live);
}
