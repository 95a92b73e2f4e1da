import type { Mutant } from '../../harness/prove/mutant.ts';
import { falsePositives, type MutationReport, survivors } from '../../harness/prove/report.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import type { MutationConfig } from '../../harness/prove/session.ts';
import type { SuiteName } from '../../harness/runner/settings/suite-names.ts';
import { WHOLE } from '../fleet.ts';

const overlay = (name: string) => `spec/overlays/${name}.yaml`;

/** The document of this repository with credentials and a rate limit, so that every case family applies. */
export const everything: MutationConfig = {
  spec: 'spec/openapi.yaml',
  overlays: [overlay('rate-limit'), overlay('bearer-token')],
  examples: ['fixtures/examples'],
  suites: ['generated', 'examples'] satisfies SuiteName[],
  seed: 1,
};

export function document(name: string): MutationConfig {
  return { ...everything, spec: `test/prove/documents/${name}.yaml`, overlays: [], examples: [] };
}

/** Of the mutants of a clause the first, and every so manieth of all; or all of them, if the fleets are tested whole. */
function sample(every = 6): (mutant: Mutant) => boolean {
  const sampled = new Set<string>();
  let count = 0;
  return ({ clause }) => {
    const isFirst = !sampled.has(clause.id);
    sampled.add(clause.id);
    return WHOLE || isFirst || count++ % every === 0;
  };
}

/** Of the forms of a fault in records (`deletes nothing`, `deletes nothing, every second time`) the first, and every third of all others. */
export function formsInTurn(): (mutant: Mutant) => boolean {
  const tried = new Set<string>();
  let others = 0;
  return ({ clause, description }) => {
    const fault = `${clause.id} ${description.replace(/, .*/, '')}`;
    const isFirst = !tried.has(fault);
    tried.add(fault);
    return WHOLE || isFirst || others++ % 3 === 0;
  };
}

/** Runs a sample of the mutants of a document, and all variations. */
export async function mutationReport(config: MutationConfig): Promise<MutationReport> {
  return allMutantsReport({ tries: sample(), ...config });
}

/** Runs all mutants and variations of a document. */
export async function allMutantsReport(config: MutationConfig): Promise<MutationReport> {
  for await (const event of runMutationTests(config, new AbortController().signal))
    if (event.type === 'end') return event.report;
  throw new Error('the mutation tests ended without a report');
}

/** Describes the survivors and false positives of a report. */
export function problems(report: MutationReport): string[] {
  return [
    ...survivors(report).map((result) => `survived: ${result.mutant.id}`),
    ...falsePositives(report).flatMap(({ description, falsePositives: own }) =>
      own.map((falsePositive) => `false positive: ${description}: ${falsePositive.message}`),
    ),
  ];
}
