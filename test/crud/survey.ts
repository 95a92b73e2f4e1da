/** Runs `verify` on all services with their variations and bugs: `node dist/test/crud/survey.js --help`. */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { crudBugs, crudServices } from '../../fixtures/crud/index.ts';
import { isFound, type Row, render } from './survey/score.ts';
import { plainTask, type Task, tasksOf } from './survey/tasks.ts';
import type { Verified } from './survey/verify.ts';
import { runTasks } from './survey/workers.ts';

const HELP = `Usage: node dist/test/crud/survey.js [OPTIONS]

  --service NAME   a service; repeatable (default: all)
  --kind KIND      plain, variation, single, stateful; repeatable (default: all)
  --only PATTERN   only variations and bugs whose names match
  --sample N       only every N-th variation and bug
  --jobs N         processes (default: 2)
  --seeds N        seeds from --seed on, in turn (default: 1)
  --every-seed     each variation and bug with each of the seeds
  --results FILE   keep the results there; what it has already is not run again
  --suite NAME     of \`contract verify\`; repeatable, as are --seed and --runs`;

const { values: options } = parseArgs({
  options: {
    service: { type: 'string', multiple: true, default: crudServices.map(({ name }) => name) },
    kind: { type: 'string', multiple: true, default: ['plain', 'variation', 'single', 'stateful'] },
    only: { type: 'string', default: '' },
    sample: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    suite: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    'every-seed': { type: 'boolean', default: false },
    results: { type: 'string' },
    runs: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const FIRST_SEED = Number(options.seed);
const services = crudServices.filter(({ name }) => options.service.includes(name));
const settings = {
  ...(options.suite.length > 0 && { suites: options.suite }),
  ...(options.runs !== undefined && { runs: Number(options.runs) }),
};

const sameTask = (a: Omit<Task, 'options'>) => (b: Omit<Task, 'options'>) =>
  a.service === b.service && a.kind === b.kind && a.name === b.name && a.seed === b.seed;

async function survey(): Promise<Row[]> {
  const rows = readRows();
  const tasks = tasksOf(services, {
    kinds: options.kind,
    only: new RegExp(options.only),
    sample: Number(options.sample),
    seeds: Array.from({ length: Number(options.seeds) }, (_, index) => FIRST_SEED + index),
    isEverySeed: options['every-seed'],
  });
  const add = (task: Task, verified: Verified) => {
    const { options: _, ...row } = { ...task, verified, isFound: isTaskFound(task, verified, rows) };
    rows.push(row);
    if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify(row)}\n`);
    const result = `${verified.verdict}${row.isFound ? ', found' : ''}`;
    console.error(`${rows.length} ${row.service} ${row.kind} ${row.name}, seed ${row.seed}: ${result}`);
  };
  const open = (some: readonly Task[]) => some.filter((task) => !rows.some(sameTask(task)));
  // First those with which the bugs are compared.
  const plain = services.map((service) => plainTask(service, FIRST_SEED));
  await runTasks(open(plain), settings, Number(options.jobs), add);
  await runTasks(open(tasks), settings, Number(options.jobs), add);
  return rows.filter((row) => [...plain, ...tasks].some(sameTask(row)));
}

function readRows(): Row[] {
  if (options.results === undefined || !existsSync(options.results)) return [];
  const lines = readFileSync(options.results, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

function isTaskFound(task: Task, verified: Verified, rows: readonly Row[]): boolean {
  const plain = rows.find((row) => row.service === task.service && row.kind === 'plain' && row.name === 'plain');
  const bug = crudBugs.find(({ name, services }) => name === task.name && services.includes(task.service));
  return bug !== undefined && plain !== undefined && isFound(bug, verified, plain.verified);
}

if (options.help) console.log(HELP);
else console.log(render(await survey()));
