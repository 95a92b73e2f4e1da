import type { Operation } from '../core/model.ts';

/** Estimates how many cases a suite has while it generates them: operations with more clauses have more. */
export class CaseCountEstimate {
  private readonly weights: ReadonlyMap<string, number>;
  private readonly extra: number;
  private readonly report: (cases: number) => void;
  private readonly generated = new Map<string, number>();

  /** @param extra cases whose number is known beforehand */
  constructor(
    operations: readonly Operation[],
    weightOf: (operation: Operation) => number,
    extra: number,
    report: (cases: number) => void,
  ) {
    this.weights = new Map(operations.map((operation) => [operation.id, weightOf(operation)]));
    this.extra = extra;
    this.report = report;
  }

  /** Records the number of cases of an operation, and reports the new estimate. */
  record({ id }: Operation, cases: number): void {
    this.generated.set(id, cases);
    const [known, all] = [this.weightOf([...this.generated.keys()]), this.weightOf([...this.weights.keys()])];
    const sum = [...this.generated.values()].reduce((total, each) => total + each, 0);
    this.report(Math.round((sum * all) / known) + this.extra);
  }

  private weightOf(ids: readonly string[]): number {
    return ids.reduce((total, id) => total + 1 + (this.weights.get(id) ?? 0), 0);
  }
}
