import { apiReference } from './api-reference.ts';
import { cliReference } from './cli-reference.ts';

/** A part of a page that is generated, between `<!-- generated:NAME -->` and `<!-- end -->`. */
interface GeneratedBlock {
  readonly file: string;
  readonly name: string;
  content(): string | Promise<string>;
}

export const generatedBlocks: readonly GeneratedBlock[] = [
  { file: 'docs/cli.md', name: 'cli', content: cliReference },
  { file: 'docs/library.md', name: 'api', content: apiReference },
];
