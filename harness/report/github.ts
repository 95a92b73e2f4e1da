import type { SourceLocation } from '../core/model.ts';
import type { Report } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { explainedFindings } from './aggregate/causes.ts';
import { redactReport } from './redact.ts';
import { type RenderOptions, type Repository, repositoryPath } from './render-options.ts';
import { escapeWorkflowData, escapeWorkflowProperty } from './text/escape.ts';
import { sequenceLines } from './text/evidence.ts';

/** GitHub shows at most this many annotations of each level per step. */
const MAX_ANNOTATIONS = 10;

interface Annotation {
  readonly level: 'error' | 'warning';
  readonly location: SourceLocation | undefined;
  readonly title: string;
  readonly message: string;
}

/** Returns workflow commands that annotate the lines of the document with the causes of the findings. */
export function githubAnnotations(unredacted: Report, options: RenderOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const annotations = [...causeAnnotations(report), ...operationAnnotations(report)];
  if (report.verdict === 'not-run')
    annotations.push({ level: 'error', location: undefined, title: 'Contract tests not run', message: report.summary });
  return (['error', 'warning'] as const)
    .flatMap((level) => bounded(annotations.filter((annotation) => annotation.level === level)))
    .map((annotation) => `${command(annotation, options.repository)}\n`)
    .join('');
}

function causeAnnotations(report: Report): Annotation[] {
  return explainedFindings(report).map(({ example, others }) => {
    const { severity, clause, operation, message, expected, actual, check, cases, sequence = [] } = example;
    const details = [
      ['expected', expected],
      ['actual', actual],
      ['case', cases[0]],
      ['check', check],
    ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
    const more = others.length > 0 ? [`same cause: ${pluralize(others.length, 'more finding')}`] : [];
    const text = [message, ...details, ...sequenceLines(sequence), ...more].join('\n');
    return { level: severity, location: clause.location, title: `${operation}: ${clause.description}`, message: text };
  });
}

function operationAnnotations({ operations }: Report): Annotation[] {
  return operations
    .filter(({ verified }) => !verified)
    .map(({ id, location, known, reason = 'unknown reason' }) => ({
      level: known ? 'warning' : 'error',
      location,
      title: `${id} is not verified`,
      message: reason,
    }));
}

function bounded(annotations: readonly Annotation[]): Annotation[] {
  if (annotations.length <= MAX_ANNOTATIONS) return [...annotations];
  const shown = annotations.slice(0, MAX_ANNOTATIONS - 1);
  const rest = annotations.length - shown.length;
  const level = annotations[0]?.level ?? 'error';
  return [
    ...shown,
    { level, location: undefined, title: `${rest} more`, message: 'The reports of this run list all findings.' },
  ];
}

function command({ level, location, title, message }: Annotation, repository: Repository | undefined): string {
  const file = location && repositoryPath(location.file, repository);
  const position = location ? { file, line: String(location.line), col: String(location.column) } : {};
  const properties = Object.entries({ ...position, title }).map(
    ([name, value = '']) => `${name}=${escapeWorkflowProperty(value)}`,
  );
  return `::${level} ${properties.join(',')}::${escapeWorkflowData(message)}`;
}
