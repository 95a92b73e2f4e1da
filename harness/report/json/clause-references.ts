import { InputError } from '../../core/errors.ts';
import type { CaseResult, Clause } from '../../core/model.ts';
import type { ResultEntry } from './report-schema.ts';

/** Replaces the clauses of results by their indexes in the coverage of the report, and back. */
export class ClauseReferences {
  private readonly clauses: readonly Clause[];
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(clauses: readonly Clause[]) {
    this.clauses = clauses;
    this.indexes = new Map(clauses.map(({ id }, index) => [id, index]));
  }

  toEntry(result: CaseResult): ResultEntry {
    const { findings, coveredClauses, shrunk, ...rest } = result;
    return {
      ...rest,
      findings: findings.map((finding) => ({
        ...finding,
        clause: this.indexes.get(finding.clause.id) ?? finding.clause,
      })),
      coveredClauses: coveredClauses.map((id) => this.indexes.get(id) ?? id),
      ...(shrunk && { shrunk: shrunk.map(({ key, result: smaller }) => ({ key, result: this.toEntry(smaller) })) }),
    } as ResultEntry;
  }

  /** @throws {InputError} for an index that does not exist, with its place */
  toResult(entry: ResultEntry, at: string): CaseResult {
    const { findings, coveredClauses, shrunk, ...rest } = entry;
    return {
      ...rest,
      findings: findings.map((finding, index) => ({
        ...finding,
        clause: this.clause(finding.clause, `${at}.findings[${index}].clause`),
      })),
      coveredClauses: coveredClauses.map((reference, index) =>
        typeof reference === 'string' ? reference : this.clause(reference, `${at}.coveredClauses[${index}]`).id,
      ),
      ...(shrunk && {
        shrunk: shrunk.map(({ key, result }, index) => ({
          key,
          result: this.toResult(result, `${at}.shrunk[${index}]`),
        })),
      }),
    } as CaseResult;
  }

  private clause(reference: number | Clause, at: string): Clause {
    if (typeof reference !== 'number') return reference;
    const clause = this.clauses[reference];
    if (clause) return clause;
    throw new InputError(
      `${at}: expected the index of one of ${this.clauses.length} clauses in coverage, got ${reference}`,
    );
  }
}
