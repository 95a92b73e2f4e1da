import { describe, expect, test } from 'vitest';
import {
  type Bug,
  type CrudService,
  crudBugs,
  crudServices,
  type DocumentName,
  type ServiceOptions,
  startCrudService,
  variationsOf,
} from '../../fixtures/crud/index.ts';
import { WHOLE } from '../fleet.ts';
import { type Plan, plans } from './oracle/plan.ts';
import { probe } from './oracle/probe.ts';
import { Enough, Session, type Violation } from './oracle/session.ts';
import { walk } from './oracle/walk.ts';
import { isChosenBug, isChosenVariation, isStateful, own } from './selection.ts';

interface Scope {
  readonly plans: readonly Plan[];
  readonly probes?: boolean;
  readonly lagMs?: number;
  /** The violation that ends the examination. */
  readonly shows?: Bug['shows'];
}

/** Runs the oracle against a service and returns its violations. */
async function violations(service: CrudService, options: ServiceOptions, scope: Scope): Promise<readonly Violation[]> {
  const running = await startCrudService(service, options);
  const session = new Session(running.url, service.document, scope.lagMs);
  session.isEnough = ({ rule, operation }) => scope.shows?.rule === rule && scope.shows.operations.includes(operation);
  try {
    if (scope.probes === true) await probe(session);
    for (const plan of scope.plans) await walk(session, plan);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    await running.close();
  }
  return session.violations;
}

/** Asserts that a service shows a bug as it should. */
async function assertShown(service: CrudService, { name, shows }: Bug, scope: Scope): Promise<void> {
  const found = await violations(service, { bugs: [name] }, { ...scope, shows });
  const shown = found.map(({ rule, operation }) => [rule, shows.operations.includes(operation)]);
  expect(shown).toContainEqual([shows.rule, true]);
}

const plansOf = ({ document }: CrudService) => plans.filter((plan) => plan.document === document);

const bugsOf = (service: CrudService) => crudBugs.filter(({ services }) => services.includes(service.name));

/** Every request of these waits; one resource type is enough to show them. */
const isSlow = (name: string) => name === 'slow' || name.startsWith('eventual');

/** Defines the tests of the services of a document. */
export function defineServiceTests(document: DocumentName): void {
  const services = crudServices.filter((service) => service.document === document);
  describe.each(services)('$name, $stack', defineTests);
}

function defineTests(service: CrudService): void {
  test.each([false, true])('conforms (prefilled: %s)', async (prefilled) => {
    expect(await violations(service, { prefilled }, { plans: plansOf(service), probes: true })).toEqual([]);
  });

  test.concurrent.each(
    own(
      service,
      variationsOf(service).filter((each) => isChosenVariation(each, service.document)),
    ),
  )('conforms if it $difference ($name)', async ({ name, lagMs = 0 }) => {
    const own = isSlow(name) && !WHOLE ? plansOf(service).slice(1, 2) : plansOf(service);
    const scope = { plans: own, probes: lagMs === 0, lagMs };
    expect(await violations(service, { variations: [name] }, scope)).toEqual([]);
  });

  const single = bugsOf(service).filter((bug) => !isStateful(bug));
  test.each(own(service, single))('shows that it $wrong ($name) in one response', (bug) =>
    assertShown(service, bug, { plans: [], probes: true }),
  );

  const stateful = bugsOf(service).filter(isStateful);
  test.each(own(service, stateful.filter(isChosenBug)))('shows that it $wrong ($name) over several requests', (bug) =>
    assertShown(service, bug, { plans: plansOf(service).filter(({ spec }) => bug.name.startsWith(`${spec.type}-`)) }),
  );
}
