import type { Location, Report, Verdict } from '../../model.ts';
import { groupBy } from '../group.ts';
import { html, type Markup } from './markup.ts';

/** Verdicts in the order in which one looks at them, with the words of the page. */
export const VERDICTS: readonly (readonly [verdict: Verdict, word: string])[] = [
  ['fail', 'failed'],
  ['error', 'could not ask'],
  ['skip', 'inconclusive'],
  ['pass', 'passed'],
];

/** How the page refers to parts of the report: operations, suites and files by their index, findings by their number. */
export class Names {
  readonly operations: readonly string[];
  readonly suites: readonly string[];
  private readonly files: readonly string[];
  private readonly findings: ReadonlyMap<string, number>;

  constructor({ operations, outcomes, suites, coverage, sources, findings }: Report) {
    const asked = [...operations.map(({ id }) => id), ...outcomes.map(({ operation }) => operation)];
    this.operations = [...new Set([...asked, ...coverage.map(({ clause }) => clause.operation)])];
    this.suites = [...new Set([...suites.map(({ name }) => name), ...outcomes.map(({ suite }) => suite)])];
    this.files = sources.map(({ file }) => file);
    const numbered = findings.map((group, index) => [group, index + 1] as const);
    const byPlace = groupBy(numbered, ([{ operation, check, clause }]) => place(operation, check, clause.id));
    this.findings = new Map([...byPlace].map(([key, [first]]) => [key, first?.[1] ?? 0]));
  }

  operation(name: string): number {
    return this.operations.indexOf(name);
  }

  suite(name: string): number {
    return this.suites.indexOf(name);
  }

  /** Number of the finding of this check and clause, from 1; 0 where the report has none. */
  finding(operation: string, check: string, clause: string): number {
    return this.findings.get(place(operation, check, clause)) ?? 0;
  }

  /** Fragment of a line of the document; undefined where the page does not show its file. */
  line({ file, line }: Location): string | undefined {
    const index = this.files.indexOf(file);
    return index < 0 ? undefined : lineId(index, line);
  }

  /** `file:line:column`, linked to the line where the page shows it. */
  link(location: Location): Markup {
    const id = this.line(location);
    const text = html`${location.file}:${location.line}:${location.column}`;
    return id === undefined ? html`<code>${text}</code>` : html`<a href="#${id}"><code>${text}</code></a>`;
  }
}

export function lineId(file: number, line: number): string {
  return `line-${file}-${line}`;
}

function place(operation: string, check: string, clause: string): string {
  return JSON.stringify([operation, check, clause]);
}
