import { apiReference } from './api-reference.ts';
import { cliReference } from './cli-reference.ts';
import { exampleFiles } from './example-files.ts';
import { recordSamples } from './record-samples.ts';
import { failingRun, mockResponses, mutationScore, normalize, passingRun } from './samples.ts';
import { settingsReference } from './settings-reference.ts';

/** A part of a page that is generated, between `<!-- generated:NAME -->` and `<!-- end -->`. */
export interface GeneratedBlock {
  readonly file: string;
  readonly name: string;
  content(): string | Promise<string>;
  /** Removes what may differ from one time to the next. */
  normalize?(content: string): string;
  /** True if it takes too long for a test. */
  readonly isSlow?: boolean;
}

const README = 'README.md';

export const generatedBlocks: readonly GeneratedBlock[] = [
  { file: 'docs/cli.md', name: 'cli', content: cliReference },
  { file: 'docs/configuration.md', name: 'settings', content: settingsReference, normalize: unaligned },
  { file: 'docs/library.md', name: 'api', content: apiReference },
  { file: 'docs/mock.md', name: 'records', content: recordSamples },
  ...exampleFiles,
  { file: README, name: 'passing-run', content: passingRun, normalize },
  { file: README, name: 'failing-run', content: failingRun, normalize },
  { file: README, name: 'mock-responses', content: mockResponses },
  { file: README, name: 'mutation-score', content: mutationScore, normalize, isSlow: true },
];

/** The formatter aligns the columns of tables. */
function unaligned(table: string): string {
  return table.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
}

/** True if the page needs no update: what it shows differs at most in what may differ. */
export function isUpToDate(
  { normalize: normalized = (text) => text }: GeneratedBlock,
  shown: string,
  made: string,
): boolean {
  return normalized(shown.trim()) === normalized(made.trim());
}
