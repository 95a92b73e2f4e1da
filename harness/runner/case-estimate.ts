import type { Operation } from '../core/model.ts';

/** How many cases a suite will ask, as well as can be told while it makes them: operations with more clauses have more. */
export class CaseCountEstimate {
  private readonly weights: ReadonlyMap<string, number>;
  private readonly extra: number;
  private readonly report: (cases: number) => void;
  private readonly generated = new Map<string, number>();

  /** @param extra cases that are known beforehand */
  constructor(
    operations: readonly Operation[],
    weightOf: (operation: Operation) => number,
    extra: number,
    tell: (cases: number) => void,
  ) {
    this.weights = new Map(operations.map((operation) => [operation.id, weightOf(operation)]));
    this.extra = extra;
    this.report = tell;
  }

  /** Takes how many cases an operation has. */
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
