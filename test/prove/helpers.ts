import { falsePositives, type MutationReport, survivors } from '../../harness/prove/report.ts';
import { type MutationConfig, runMutationTests } from '../../harness/prove/run.ts';
import type { SuiteName } from '../../harness/runner/options.ts';

const overlay = (name: string) => `spec/overlays/${name}.yaml`;

/** This project's document with credentials and a response that makes clients wait, so that every family has something to do. */
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

/** The proof of a document, whole. */
export async function proofOf(config: MutationConfig): Promise<MutationReport> {
  for await (const event of runMutationTests(config, new AbortController().signal))
    if (event.type === 'end') return event.report;
  throw new Error('the proof came to no end');
}

/** What is wrong with a proof, in words. */
export function complaints(report: MutationReport): string[] {
  return [
    ...survivors(report).map((trial) => `survived: ${trial.mutant.id}`),
    ...falsePositives(report).flatMap(({ description, falsePositives: own }) =>
      own.map((alarm) => `alarm: ${description}: ${alarm.message}`),
    ),
  ];
}
