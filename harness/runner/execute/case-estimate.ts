import type { Operation } from '../../core/model.ts';

/** Estimates how many cases a suite has while it generates them: operations with more clauses have more. */
export class CaseCountEstimate {
  private readonly weights: ReadonlyMap<string, number>;
  private readonly fixed: number;
  private readonly report: (cases: number) => void;
  private readonly generated = new Map<string, number>();
  private readonly others = new Map<string, number>();

  /** @param fixed how many further cases each operation has, unless it is recorded otherwise */
  constructor(
    operations: readonly Operation[],
    weightOf: (operation: Operation) => number,
    fixed: number,
    report: (cases: number) => void,
  ) {
    this.weights = new Map(operations.map((operation) => [operation.id, weightOf(operation)]));
    this.fixed = fixed;
    this.report = report;
  }

  /**
   * Records the number of cases of an operation, and reports the new estimate.
   * @param others its further cases
   */
  record({ id }: Operation, cases: number, others = this.fixed): void {
    this.generated.set(id, cases);
    this.others.set(id, others);
    const [known, all] = [this.weightOf([...this.generated.keys()]), this.weightOf([...this.weights.keys()])];
    const sum = [...this.generated.values()].reduce((total, each) => total + each, 0);
    const further = [...this.weights.keys()].reduce((total, each) => total + (this.others.get(each) ?? this.fixed), 0);
    this.report(Math.round((sum * all) / known) + further);
  }

  private weightOf(ids: readonly string[]): number {
    return ids.reduce((total, id) => total + 1 + (this.weights.get(id) ?? 0), 0);
  }
}
