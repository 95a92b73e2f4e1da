import type { CaseStatus, Clause, SourceLocation } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { html, type Markup } from './markup.ts';

/** Verdicts in the order in which one looks at them, with the words of the page. */
export const VERDICTS: readonly (readonly [verdict: CaseStatus, word: string])[] = [
  ['fail', 'failed'],
  ['error', 'could not ask'],
  ['skip', 'inconclusive'],
  ['pass', 'passed'],
];

/** How the page refers to parts of the report: operations, suites and files by their index, findings by their number. */
export class PageIndex {
  readonly operations: readonly string[];
  readonly suites: readonly string[];
  private readonly files: readonly string[];
  private readonly lines: readonly (readonly string[])[];
  private readonly operationIndex: ReadonlyMap<string, number>;
  private readonly findings: ReadonlyMap<string, number>;
  private readonly findingsByClause: ReadonlyMap<string, readonly number[]>;

  constructor({ operations, results, suites, coverage, sources, findings }: Report) {
    const testCase = [...operations.map(({ id }) => id), ...results.map(({ operation }) => operation)];
    this.operations = [...new Set([...testCase, ...coverage.map(({ clause }) => clause.operation)])];
    this.operationIndex = new Map(this.operations.map((name, index) => [name, index]));
    this.suites = [...new Set([...suites.map(({ name }) => name), ...results.map(({ suite }) => suite)])];
    this.files = sources.map(({ file }) => file);
    this.lines = sources.map(({ text }) => text.split('\n'));
    const numbered = findings.map((group, index) => [group, index + 1] as const);
    const byPlace = groupBy(numbered, ([{ operation, check, clause }]) => place(operation, check, clause.id));
    this.findings = new Map([...byPlace].map(([key, [first]]) => [key, first?.[1] ?? 0]));
    const byClause = groupBy(numbered, ([{ operation, clause }]) => place(operation, clause.id));
    this.findingsByClause = new Map([...byClause].map(([key, groups]) => [key, groups.map(([, number]) => number)]));
  }

  operation(name: string): number {
    return this.operationIndex.get(name) ?? -1;
  }

  suite(name: string): number {
    return this.suites.indexOf(name);
  }

  /** Number of the finding of this check and clause, from 1; 0 where the report has none. */
  finding(operation: string, check: string, clause: string): number {
    return this.findings.get(place(operation, check, clause)) ?? 0;
  }

  /** Numbers of the findings that break this clause. */
  findingsOf({ operation, id }: Clause): readonly number[] {
    return this.findingsByClause.get(place(operation, id)) ?? [];
  }

  /** Fragment of a line of the document; undefined where the page does not show its file. */
  line({ file, line }: SourceLocation): string | undefined {
    const index = this.files.indexOf(file);
    return index < 0 ? undefined : lineId(index, line);
  }

  /** The line of the document as it stands there, without its indentation; empty where the page does not show its file. */
  text({ file, line }: SourceLocation): string {
    return this.lines[this.files.indexOf(file)]?.[line - 1]?.trim() ?? '';
  }

  /** `file:line:column`, linked to the line where the page shows it. */
  link(location: SourceLocation): Markup {
    const id = this.line(location);
    const text = html`${location.file}:${location.line}:${location.column}`;
    return id === undefined ? html`<code>${text}</code>` : html`<a href="#${id}"><code>${text}</code></a>`;
  }
}

export function lineId(file: number, line: number): string {
  return `line-${file}-${line}`;
}

function place(...names: readonly string[]): string {
  return JSON.stringify(names);
}
