import { Fresh } from '../cases/fresh.ts';
import type { Families } from '../cases/systematic/systematic-cases.ts';
import { createChecks } from '../checks/index.ts';
import type { SuiteName } from '../config.ts';
import { loadContract } from '../contract/load.ts';
import type { Case, Clause, Operation } from '../model.ts';
import { type Baseline, measure } from './baseline.ts';
import type { Break } from './break.ts';
import { deriveBreaks } from './breaks/index.ts';
import { lawfulDifferences } from './lawful/index.ts';
import { rounds } from './lawful/together.ts';
import type { LawfulTrial, Proof, ProofEvent, Trial, Untested } from './proof.ts';
import { openSuites, type ProofSuite } from './proof-suites.ts';
import { RequestReader } from './request-reader.ts';
import { Stage } from './stage.ts';
import { createSubject, type Subject } from './subject.ts';
import { tryBreak } from './try-break.ts';
import { tryLawful } from './try-lawful.ts';

export interface ProveConfig {
  readonly spec: string;
  readonly overlays: readonly string[];
  readonly examples: readonly string[];
  readonly suites: readonly SuiteName[];
  readonly seed: number;
  /** Ids of checks to leave out, so that it can be seen that they are needed. */
  readonly without?: readonly string[];
  /** The families of generated cases; default all. */
  readonly families?: Families;
}

/**
 * Breaks every clause on purpose, one way at a time, and sees whether the suites notice; then differs lawfully, and sees whether they stay calm.
 * Stops between two trials when aborted; the last event carries what is known by then.
 * @throws {ContractError} for a document that cannot be worked with
 */
export async function* prove(config: ProveConfig, signal: AbortSignal): AsyncGenerator<ProofEvent, void, void> {
  const started = performance.now();
  const contract = loadContract(config.spec, config.overlays);
  const checks = createChecks(contract).filter(({ id }) => !config.without?.includes(id));
  const { seed, examples } = config;
  const fresh = new Fresh(seed);
  const stage = await Stage.open({ contract, checks, fresh, seed, examples, signal: new AbortController().signal });
  const suites = openSuites(config.suites, stage.set({}, contract.operations), config.families);
  try {
    const reader = new RequestReader(contract);
    const operations: Planned[] = [];
    for (const operation of contract.operations) {
      const cases = mostCases(suites, operation);
      const baseline = await measure(stage.set({}, [operation]), operation, cases);
      const subject = createSubject(contract, fresh, operation, reader, baseline);
      operations.push({ operation, subject, baseline, breaks: deriveBreaks(subject, baseline) });
    }
    const breaks = operations.flatMap((each) => each.breaks);
    const subjects = operations.map(({ subject }) => subject);
    const differences = lawfulDifferences({ contract, reader, subjects });
    const count = { breaks: breaks.length, lawful: differences.length + 1 };
    yield { type: 'start', planned: count, operations: contract.operations };
    const trials: Trial[] = [];
    for (const each of breaks) {
      if (signal.aborted) break;
      const trial = await tryBreak(stage, suites, each);
      trials.push(trial);
      yield { type: 'trial', trial };
    }
    const lawful: LawfulTrial[] = [];
    for (const round of rounds(differences)) {
      if (signal.aborted) break;
      for await (const trial of tryLawful(stage, suites, contract.operations, round)) {
        lawful.push(trial);
        yield { type: 'lawful', trial };
      }
    }
    const proof: Proof = {
      clauses: contract.clauses,
      trials,
      lawful,
      untested: operations.flatMap(untested),
      suites: config.suites,
      seed,
      planned: count,
      ms: performance.now() - started,
    };
    yield { type: 'end', proof };
  } finally {
    await stage.close();
    await Promise.all(suites.map((suite) => suite.close?.()));
  }
}

interface Planned {
  readonly operation: Operation;
  readonly subject: Subject;
  readonly baseline: Baseline;
  readonly breaks: readonly Break[];
}

/** The cases of the suite that has most of them. */
function mostCases(suites: readonly ProofSuite[], operation: Operation): readonly Case[] {
  return suites
    .map((suite) => suite.casesOf(operation))
    .reduce((most, cases) => (cases.length > most.length ? cases : most), []);
}

/** The clauses of an operation that no break is known for, with the reason. */
function untested({ subject, baseline, breaks }: Planned): Untested[] {
  const { contract, operation } = subject;
  const broken = new Set(breaks.map(({ clause }) => clause.id));
  return contract
    .clausesOf(operation)
    .filter(({ id }) => !broken.has(id))
    .map((clause) => ({ clause, why: why(clause, baseline) }));
}

function why(clause: Clause, { given }: Baseline): string {
  if (clause.direction === 'request') return 'no request that could be made keeps or breaks it alone';
  if (clause.part.startsWith('response') && given.refused === 0) return 'no request leads to such an answer';
  if (clause.part.includes(' header ')) return 'a header is text, whatever it says';
  return 'no answer that could be made breaks it';
}
