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

/** Of each group of mutants the first few, and every twelfth of all others; or all of them, if the fleets are tested whole. */
function sample(groupOf: (mutant: Mutant) => string, first: number): (mutant: Mutant) => boolean {
  const counts = new Map<string, number>();
  let others = 0;
  return (mutant) => {
    const group = groupOf(mutant);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return WHOLE || count <= first || others++ % 12 === 0;
  };
}

/** Some of each clause. */
export const someOfEachClause = (): ReturnType<typeof sample> => sample(({ clause }) => clause.id, 1);

/** Some of what each mutator does to clauses of a kind, such as `maxLength`. */
export const someOfEachKind = (): ReturnType<typeof sample> =>
  sample(({ mutator, clause }) => `${mutator} ${clause.id.split(' ').at(-1)}`, 3);

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

/** Every fourth run of combined variations, begun at another one for each document: own-document.test.ts has all of them. */
function roundsInTurn({ spec }: MutationConfig): (index: number) => boolean {
  const start = Buffer.from(String(spec)).reduce((sum, byte) => sum + byte, 0);
  return (index) => WHOLE || (start + index) % 4 === 0;
}

/** Runs a sample of the mutants of a document, and of the variations. */
export async function mutationReport(config: MutationConfig): Promise<MutationReport> {
  return allMutantsReport({ tries: someOfEachKind(), rounds: roundsInTurn(config), ...config });
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
