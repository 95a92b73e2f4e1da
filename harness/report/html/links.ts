import type { CaseStatus, Clause, Finding, SourceLocation } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { html, type Markup } from './markup.ts';

/** Case statuses with their labels, most urgent first. */
export const STATUSES: readonly (readonly [status: CaseStatus, label: string])[] = [
  ['fail', 'failed'],
  ['error', 'not sent'],
  ['skip', 'inconclusive'],
  ['pass', 'passed'],
];

/** Numbers what the page links to: operations, suites and files by index, findings by number. */
export class PageIndex {
  readonly operations: readonly string[];
  readonly suites: readonly string[];
  private readonly files: readonly string[];
  private readonly lines: readonly (readonly string[])[];
  private readonly operationIndex: ReadonlyMap<string, number>;
  private readonly findings: ReadonlyMap<string, number>;
  private readonly findingsByClause: ReadonlyMap<string, readonly number[]>;

  constructor({ operations, results, suites, coverage, sources, findings }: Report) {
    const inResults = [...operations.map(({ id }) => id), ...results.map(({ operation }) => operation)];
    this.operations = [...new Set([...inResults, ...coverage.map(({ clause }) => clause.operation)])];
    this.operationIndex = new Map(this.operations.map((name, index) => [name, index]));
    this.suites = [...new Set([...suites.map(({ name }) => name), ...results.map(({ suite }) => suite)])];
    this.files = sources.map(({ file }) => file);
    this.lines = sources.map(({ text }) => text.split('\n'));
    const numbered = findings.map((group, index) => [group, index + 1] as const);
    const byKey = groupBy(numbered, ([{ key }]) => key);
    this.findings = new Map([...byKey].map(([key, [first]]) => [key, first?.[1] ?? 0]));
    const byClause = groupBy(numbered, ([{ operation, clause }]) => keyOf(operation, clause.id));
    this.findingsByClause = new Map([...byClause].map(([key, groups]) => [key, groups.map(([, number]) => number)]));
  }

  operation(name: string): number {
    return this.operationIndex.get(name) ?? -1;
  }

  suite(name: string): number {
    return this.suites.indexOf(name);
  }

  /** Returns the number of the finding group of a finding, counted from 1, or 0 if the report does not list it. */
  finding(operation: string, finding: Finding): number {
    return this.findings.get(findingKey(operation, finding)) ?? 0;
  }

  /** Returns the numbers of the findings that violate the clause. */
  findingsOf({ operation, id }: Clause): readonly number[] {
    return this.findingsByClause.get(keyOf(operation, id)) ?? [];
  }

  /** Returns the fragment of a line of the document, or undefined if the page does not show its file. */
  line({ file, line }: SourceLocation): string | undefined {
    const index = this.files.indexOf(file);
    return index < 0 ? undefined : lineId(index, line);
  }

  /** Returns a line of the document without its indentation, or '' if the page does not show its file. */
  text({ file, line }: SourceLocation): string {
    return this.lines[this.files.indexOf(file)]?.[line - 1]?.trim() ?? '';
  }

  /** Renders `file:line:column`, linked to the line if the page shows it. */
  link(location: SourceLocation): Markup {
    const id = this.line(location);
    const text = html`${location.file}:${location.line}:${location.column}`;
    return id === undefined ? html`<code>${text}</code>` : html`<a href="#${id}"><code>${text}</code></a>`;
  }
}

export function lineId(file: number, line: number): string {
  return `line-${file}-${line}`;
}

function keyOf(...names: readonly string[]): string {
  return JSON.stringify(names);
}
