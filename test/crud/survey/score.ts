import type { Bug } from '../../../fixtures/crud/index.ts';
import type { Task } from './tasks.ts';
import type { SurveyFinding, Verified } from './verify.ts';

/** What one run gave. */
export interface Row extends Omit<Task, 'options'> {
  readonly verified: Verified;
  /** Of a bug: whether a finding names it that the plain service does not have. */
  readonly isFound: boolean;
}

/** Whether a finding names a bug: its operation, and its clause if it has one. */
export function isFound({ shows }: Bug, { findings }: Verified, plain: Verified): boolean {
  const known = new Set(plain.findings.map(({ key }) => key));
  return findings.some((each) => !known.has(each.key) && names(each, shows));
}

function names({ operation, severity, clause, message }: SurveyFinding, shows: Bug['shows']): boolean {
  const isNamed = shows.clause === undefined || `${clause} ${message}`.includes(shows.clause);
  return severity === 'error' && shows.operations.includes(operation) && isNamed;
}

/** The rows as a table in Markdown, one line for each service, and what went wrong. */
export function render(rows: readonly Row[]): string {
  const services = [...new Set(rows.map(({ service }) => service))];
  const head = [
    'service',
    'conforming runs passed',
    'false positives',
    'single-request bugs',
    'stateful bugs',
    'requests',
    'time',
  ];
  const lines = services.map((service) =>
    line(
      service,
      rows.filter((row) => row.service === service),
    ),
  );
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  return [...table, '', ...mistakes(rows)].join('\n');
}

const isConforming = ({ kind }: Row) => kind === 'plain' || kind === 'variation';

function errorsOf({ verified }: Row): number {
  return verified.findings.filter(({ severity }) => severity === 'error').length;
}

function line(service: string, rows: readonly Row[]): string[] {
  const conforming = rows.filter(isConforming);
  const passed = conforming.filter(({ verified }) => verified.verdict === 'passed');
  const [plain] = rows;
  const counts = (['single', 'stateful'] as const).map((kind) => {
    const bugs = rows.filter((row) => row.kind === kind);
    return `${bugs.filter((row) => row.isFound).length} of ${bugs.length}`;
  });
  return [
    service,
    `${passed.length} of ${conforming.length}`,
    String(conforming.reduce((sum, row) => sum + errorsOf(row), 0)),
    ...counts,
    String(plain?.verified.requestCount ?? 0),
    `${((plain?.verified.durationMs ?? 0) / 1000).toFixed(1)} s`,
  ];
}

function mistakes(rows: readonly Row[]): string[] {
  const falsePositives = rows.filter((row) => isConforming(row) && row.verified.verdict !== 'passed');
  const missed = rows.filter((row) => !isConforming(row) && !row.isFound);
  return [
    ...falsePositives.map(
      (row) =>
        `- ${row.service}, ${row.name}, seed ${row.seed}: ${row.verified.verdict}, ${errorsOf(row)} false positives`,
    ),
    ...missed.map((row) => `- ${row.service}, bug ${row.name}, seed ${row.seed}: not found (${row.verified.verdict})`),
  ];
}
