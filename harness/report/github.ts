import type { SourceLocation } from '../core/model.ts';
import type { Report } from '../core/report.ts';
import { redactReport } from './redact.ts';
import { escapeInvisible } from './text/excerpt.ts';

/** GitHub shows no more annotations of one level for a step than this. */
const MOST_SHOWN = 10;

interface Annotation {
  readonly level: 'error' | 'warning';
  readonly location: SourceLocation | undefined;
  readonly title: string;
  readonly message: string;
}

/** Workflow commands that put each finding at its line of the document, in a pull request's changes and on the run's page. */
export function githubAnnotations(given: Report, options: { readonly secretHeaders: readonly string[] }): string {
  const report = redactReport(given, options.secretHeaders);
  const all = [...findingAnnotations(report), ...operationAnnotations(report)];
  if (report.verdict === 'not-run')
    all.push({ level: 'error', location: undefined, title: 'The contract was not checked', message: report.summary });
  return (['error', 'warning'] as const)
    .flatMap((level) => bounded(all.filter((annotation) => annotation.level === level)))
    .map((annotation) => `${command(annotation)}\n`)
    .join('');
}

function findingAnnotations({ findings }: Report): Annotation[] {
  return findings.map(({ severity, clause, operation, message, expected, actual, check }) => {
    const differs = [
      ['expected', expected],
      ['actual', actual],
    ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
    const text = [message, ...differs, `check: ${check}`].join('\n');
    return { level: severity, location: clause.location, title: `${operation}: ${clause.description}`, message: text };
  });
}

function operationAnnotations({ operations }: Report): Annotation[] {
  return operations.flatMap(({ id, location, verified, reason }) =>
    verified
      ? []
      : [{ level: 'error' as const, location, title: `${id} is unproven`, message: reason ?? 'no reason known' }],
  );
}

function bounded(annotations: readonly Annotation[]): Annotation[] {
  if (annotations.length <= MOST_SHOWN) return [...annotations];
  const shown = annotations.slice(0, MOST_SHOWN - 1);
  const rest = annotations.length - shown.length;
  const level = annotations[0]?.level ?? 'error';
  return [
    ...shown,
    { level, location: undefined, title: `${rest} more`, message: 'The reports of this run list all findings.' },
  ];
}

function command({ level, location, title, message }: Annotation): string {
  const place = location ? { file: location.file, line: String(location.line), col: String(location.column) } : {};
  const properties = Object.entries({ ...place, title: escapeInvisible(title) }).map(
    ([key, value]) => `${key}=${escapeProperty(value)}`,
  );
  return `::${level} ${properties.join(',')}::${escapeData(escapeInvisible(message))}`;
}

/** As the runner reads it back: `%`, CR and LF in data; colons and commas too in properties. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
