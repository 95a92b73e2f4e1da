import { didYouMean, UsageError } from '../core/errors.ts';
import type { MockOptions } from './mock.ts';

/** Every option of the library; the compiler demands that none is missing. */
const OPTIONS: Readonly<Record<keyof MockOptions, true>> = {
  allowedHosts: true,
  allowNoOperations: true,
  allowRefs: true,
  auth: true,
  callbacks: true,
  contract: true,
  control: true,
  cors: true,
  delay: true,
  fail: true,
  handlers: true,
  host: true,
  https: true,
  intercept: true,
  items: true,
  log: true,
  maxBodyBytes: true,
  mode: true,
  now: true,
  onCallback: true,
  overlays: true,
  port: true,
  record: true,
  recordSecrets: true,
  replay: true,
  proxy: true,
  resources: true,
  seed: true,
  seedData: true,
  spec: true,
  specs: true,
  stateless: true,
  streams: true,
  strictState: true,
  validate: true,
};

const CHOICES = { mode: ['live', 'static', 'dynamic'], validate: ['reject', 'warn', 'error'] } as const;

/**
 * Checks the options of a program that no compiler has checked.
 * @throws {UsageError} for an unknown name, with the nearest one, and for an unknown choice
 */
export function checkOptionNames(options: MockOptions): void {
  const known = Object.keys(OPTIONS);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, name)) continue;
    const guess = didYouMean(name, known);
    throw new UsageError(
      `Unknown option ${name} of startMock. ${guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ')}`}`,
    );
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = options[name as keyof typeof CHOICES];
    if (value === undefined || choices.some((choice) => choice === value)) continue;
    const guess = didYouMean(String(value), choices);
    throw new UsageError(
      `Option ${name} takes ${choices.join(', ')}, not ${value}.${guess ? ` Did you mean ${guess}?` : ''}`,
    );
  }
}
