import { falsePositives, type MutationReport, survivors } from '../../harness/prove/report.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import type { MutationConfig } from '../../harness/prove/session.ts';
import type { SuiteName } from '../../harness/runner/settings/suite-names.ts';

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

/** Runs all mutants and variations of a document. */
export async function mutationReport(config: MutationConfig): Promise<MutationReport> {
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
