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
 * @throws {UsageError} for an unknown name, with the nearest one, for an unknown choice, and for a number out of range
 */
export function checkOptionNames(options: MockOptions): void {
  checkNames(options);
  checkChoices(options);
  checkValues(options);
}

function checkNames(options: MockOptions): void {
  const known = Object.keys(OPTIONS);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, name)) continue;
    const guess = didYouMean(name, known);
    throw new UsageError(
      `Unknown option ${name} of startMock. ${guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ')}`}`,
    );
  }
}

function checkChoices(options: MockOptions): void {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = options[name as keyof typeof CHOICES];
    if (value === undefined || choices.some((choice) => choice === value)) continue;
    const guess = didYouMean(String(value), choices);
    throw new UsageError(
      `Option ${name} takes ${choices.join(', ')}, not ${value}.${guess ? ` Did you mean ${guess}?` : ''}`,
    );
  }
}

const MAX_PORT = 65_535;

/** What the options of numbers take, each with a test for it. */
const NUMBERS: readonly (readonly [
  name: 'port' | 'items' | 'fail' | 'maxBodyBytes',
  takes: string,
  max: number,
  isInteger: boolean,
])[] = [
  ['port', `a number from 0 to ${MAX_PORT}`, MAX_PORT, true],
  ['items', 'a number of items', Number.MAX_SAFE_INTEGER, true],
  ['maxBodyBytes', 'a number of bytes', Number.MAX_SAFE_INTEGER, true],
  ['fail', 'a fraction from 0 to 1', 1, false],
];

function checkValues(options: MockOptions): void {
  for (const [name, takes, max, isInteger] of NUMBERS) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    const isNumber = typeof value === 'number' && value >= 0 && value <= max;
    if (!isNumber || (isInteger && !Number.isInteger(value)))
      throw new UsageError(`Option ${name} takes ${takes}, not ${shown(value)}.`);
  }
  const { spec, delay } = options;
  if (delay !== undefined && !isDelay(delay))
    throw new UsageError(`Option delay takes milliseconds, or { min, max }, not ${shown(delay)}.`);
  if (typeof spec === 'string' && /\n|^\s*\{/.test(spec))
    throw new UsageError(
      'Option spec takes the path of a document, or a parsed document, not its text: parse that first.',
    );
}

function isDelay(delay: unknown): boolean {
  if (typeof delay === 'number') return delay >= 0;
  const { min, max } = Object(delay);
  return typeof min === 'number' && typeof max === 'number' && min >= 0 && min <= max;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value));
}
