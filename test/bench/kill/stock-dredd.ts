/** A process that runs Dredd as it comes, on the document that it is given, against each URL that it is sent. */
import { createRequire } from 'node:module';

interface Stats {
  readonly failures: number;
  readonly errors: number;
}
type Dredd = new (options: {
  endpoint: string;
  path: string[];
  loglevel: 'silent';
}) => {
  run(done: (error: Error | null | undefined, stats: Stats) => void): void;
};

const require = createRequire(import.meta.url);
const Dredd = require('dredd') as Dredd;
const document = process.argv[2] ?? '';

process.on('message', (url: string) => {
  new Dredd({ endpoint: url, path: [document], loglevel: 'silent' }).run((error, stats) => {
    process.send?.(Boolean(error) || stats.failures + stats.errors > 0);
  });
});
