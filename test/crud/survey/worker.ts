/** Runs what the survey sends it, one after another, so that a process starts once for many runs. */

import { crudServices, startCrudService } from '../../../fixtures/crud/index.ts';
import type { Task } from './tasks.ts';
import { type Settings, type Verified, verify } from './verify.ts';

/** The variation with tokens that end during a run. */
const SHORT_SESSIONS = 'short-sessions';

async function run(task: Task, settings: Omit<Settings, 'seed'>): Promise<Verified> {
  const service = crudServices.find(({ name }) => name === task.service);
  if (service === undefined) throw new Error(`There is no ${task.service}.`);
  const running = await startCrudService(service, task.options);
  try {
    return await verify(service.document, running.url, {
      ...settings,
      seed: task.seed,
      hasLogin: task.name === SHORT_SESSIONS,
    });
  } finally {
    await running.close();
  }
}

process.on('message', async ({ task, settings }: { task: Task; settings: Omit<Settings, 'seed'> }) => {
  process.send?.(await run(task, settings));
});
