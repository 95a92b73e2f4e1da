/** Runs `contract verify` on all services with their variations and bugs: `node dist/test/crud/survey.js --help`. */

import { parseArgs } from 'node:util';
import {
  type CrudService,
  crudBugs,
  crudServices,
  type ServiceOptions,
  startCrudService,
  variationsOf,
} from '../../fixtures/crud/index.ts';
import { isFound, type Row, render } from './survey/score.ts';
import { type Verified, verify } from './survey/verify.ts';

const HELP = `Usage: node dist/test/crud/survey.js [OPTIONS]

  --service NAME   a service; repeatable (default: all)
  --kind KIND      plain, variation, single, stateful; repeatable (default: all)
  --only PATTERN   only variations and bugs whose names match
  --sample N       only every N-th variation and bug
  --jobs N         concurrent runs (default: 2)
  --seeds N        seeds from --seed on, in turn (default: 1)
  --suite NAME     for \`contract verify\`; repeatable, as are --seed and --runs`;

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
    runs: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const FLAGS = [
  ...options.suite.flatMap((suite) => ['--suite', suite]),
  ...(options.runs === undefined ? [] : ['--runs', options.runs]),
];

/** The seed of each run in turn, over all services. */
function* seeds(): Generator<string, never> {
  for (let index = 0; ; index++) yield String(Number(options.seed) + (index % Number(options.seeds)));
}
const nextSeed = seeds();

type Task = Pick<Row, 'kind' | 'name'> & { readonly options: ServiceOptions };

/** What is run of a service besides the plain one. */
function tasksOf(service: CrudService): Task[] {
  const pattern = new RegExp(options.only);
  const bugs = crudBugs.filter(({ services }) => services.includes(service.name));
  const all: Task[] = [
    { kind: 'plain', name: 'prefilled', options: { prefilled: true } },
    ...variationsOf(service).map(({ name }): Task => ({ kind: 'variation', name, options: { variations: [name] } })),
    ...bugs.map(({ name, suites }): Task => {
      return { kind: suites.includes('stateful') ? 'stateful' : 'single', name, options: { bugs: [name] } };
    }),
  ];
  const meant = all.filter(({ kind, name }) => options.kind.includes(kind) && pattern.test(name));
  return meant.filter((_, index) => index % Number(options.sample) === 0);
}

async function runOn(service: CrudService, serviceOptions: ServiceOptions, seed: string): Promise<Verified> {
  const running = await startCrudService(service, serviceOptions);
  try {
    return await verify(service.document, running.url, ['--seed', seed, ...FLAGS]);
  } finally {
    await running.close();
  }
}

async function survey(service: CrudService, found: (row: Row) => void): Promise<void> {
  const plain = await runOn(service, {}, options.seed);
  found({ service: service.name, kind: 'plain', name: 'plain', seed: options.seed, verified: plain, isFound: false });
  const waiting = tasksOf(service);
  const work = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const seed = nextSeed.next().value;
      const verified = await runOn(service, task.options, seed);
      const bug = crudBugs.find(({ name, services }) => name === task.name && services.includes(service.name));
      const isBugFound = bug !== undefined && isFound(bug, verified, plain);
      found({ service: service.name, kind: task.kind, name: task.name, seed, verified, isFound: isBugFound });
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
}

if (options.help) console.log(HELP);
else {
  const rows: Row[] = [];
  for (const service of crudServices.filter(({ name }) => options.service.includes(name))) {
    await survey(service, (row) => {
      rows.push(row);
      const { verdict } = row.verified;
      console.error(
        `${row.service} ${row.kind} ${row.name}, seed ${row.seed}: ${verdict}${row.isFound ? ', found' : ''}`,
      );
    });
  }
  console.log(render(rows));
}
