import { describe, expect, test } from 'vitest';
import {
  type Bug,
  type CrudService,
  crudBugs,
  crudServices,
  type ServiceOptions,
  startCrudService,
  variationsOf,
} from '../../fixtures/crud/index.ts';
import { type Plan, plans } from './oracle/plan.ts';
import { probe } from './oracle/probe.ts';
import { Session, type Violation } from './oracle/session.ts';
import { walk } from './oracle/walk.ts';

/** Whether every bug and variation is planted in every service, in place of those whose turn it is. */
const WHOLE = process.env['CONTRACT_TEST_FLEET'] === 'all';

interface Scope {
  readonly plans: readonly Plan[];
  readonly probes?: boolean;
  readonly lagMs?: number;
}

/** What a service violates, by an oracle that knows the three documents by heart. */
async function violations(service: CrudService, options: ServiceOptions, scope: Scope): Promise<readonly Violation[]> {
  const running = await startCrudService(service, options);
  try {
    const session = new Session(running.url, service.document, scope.lagMs);
    if (scope.probes === true) await probe(session);
    for (const plan of scope.plans) await walk(session, plan);
    return session.violations;
  } finally {
    await running.close();
  }
}

const plansOf = ({ document }: CrudService) => plans.filter((plan) => plan.document === document);

/** Several services share a document: each bug and variation is planted in one of them. */
function own<Row extends { readonly name: string }>(service: CrudService, rows: readonly Row[]): Row[] {
  const sharing = crudServices.filter(({ document }) => document === service.document);
  return rows.filter((_, index) => WHOLE || sharing[index % sharing.length] === service);
}

const bugsOf = (service: CrudService) => crudBugs.filter(({ services }) => services.includes(service.name));

const isStateful = ({ suites }: Bug) => suites.includes('stateful');

/** Waits for reads that lag make these take long; one resource type shows the same. */
const isSlow = (name: string) => name === 'slow' || name.startsWith('eventual');

describe.each(crudServices)('$name, $stack', (service) => {
  test('conforms, empty', async () => {
    expect(await violations(service, {}, { plans: plansOf(service), probes: true })).toEqual([]);
  });

  test('conforms, prefilled', async () => {
    expect(await violations(service, { prefilled: true }, { plans: plansOf(service), probes: true })).toEqual([]);
  });

  test.concurrent.each(own(service, variationsOf(service)))(
    'conforms if it $difference ($name)',
    async ({ name, lagMs = 0 }) => {
      const own = isSlow(name) && !WHOLE ? plansOf(service).slice(1, 2) : plansOf(service);
      expect(await violations(service, { variations: [name] }, { plans: own, probes: lagMs === 0, lagMs })).toEqual([]);
    },
  );

  test.each(
    own(
      service,
      bugsOf(service).filter((bug) => !isStateful(bug)),
    ),
  )('shows that it $wrong ($name) in one response', async ({ name, shows }) => {
    const found = await violations(service, { bugs: [name] }, { plans: [], probes: true });
    expect(found.map(({ rule, operation }) => [rule, shows.operations.includes(operation)])).toContainEqual([
      shows.rule,
      true,
    ]);
  });

  test.each(own(service, bugsOf(service).filter(isStateful)))(
    'shows that it $wrong ($name) over several requests',
    async ({ name, shows }) => {
      const own = plansOf(service).filter(({ spec }) => name.startsWith(`${spec.type}-`));
      const found = await violations(service, { bugs: [name] }, { plans: own });
      expect(found.map(({ rule, operation }) => [rule, shows.operations.includes(operation)])).toContainEqual([
        shows.rule,
        true,
      ]);
    },
  );
});
