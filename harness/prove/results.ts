import type { Clause, Operation } from '../core/model.ts';
import { describeErrors } from '../openapi/lint/affected-operations.ts';
import type { MutationPlan } from './plan.ts';
import type { MutantResult, MutationReport, NoMutant, PlannedCount, StopReason, VariationResult } from './report.ts';
import type { MutationConfig, MutationSession } from './session.ts';

/** How many mutants and variations a plan has. */
export function countOf({ mutants, recordMutants, rounds, recordVariations }: MutationPlan): PlannedCount {
  return {
    mutants: mutants.length + recordMutants.length,
    variations: rounds.flat().length + recordVariations.length,
  };
}

/** What was planned and run so far. */
export class MutationResults {
  readonly mutants: MutantResult[] = [];
  readonly variations: VariationResult[] = [];
  private readonly session: MutationSession;
  private readonly clauses: Clause[] = [];
  private readonly withoutMutants: NoMutant[] = [];
  private readonly unplanned: Set<Operation>;
  private readonly plannedMutants: { readonly id: string; readonly operation: string }[] = [];
  private plannedVariations = 0;

  constructor(session: MutationSession) {
    this.session = session;
    this.unplanned = new Set(session.operations);
  }

  addPlan(operations: readonly Operation[], plan: MutationPlan): void {
    for (const operation of operations) {
      this.unplanned.delete(operation);
      this.clauses.push(...this.session.contract.clausesOf(operation));
    }
    for (const { id, clause } of [...plan.mutants, ...plan.recordMutants])
      this.plannedMutants.push({ id, operation: clause.operation });
    this.plannedVariations += countOf(plan).variations;
    this.withoutMutants.push(...plan.withoutMutants);
  }

  /** @param stopped what stopped the tests before their end */
  report({ suites, seed }: MutationConfig, stopped: StopReason | undefined, durationMs: number): MutationReport {
    const { mutants, variations, excluded } = this;
    const executed = new Set(mutants.map(({ mutant }) => mutant.id));
    const missing = this.plannedMutants.filter(({ id }) => !executed.has(id)).map(({ operation }) => operation);
    const unplanned = [...this.unplanned].map(({ id }) => id);
    return {
      ...{ mutants, variations, suites, seed, stopped, durationMs },
      clauses: [...this.clauses, ...excluded.map(({ clause }) => clause)],
      withoutMutants: [...this.withoutMutants, ...excluded],
      planned:
        unplanned.length > 0 ? undefined : { mutants: this.plannedMutants.length, variations: this.plannedVariations },
      notRun: [...new Set([...missing, ...unplanned])],
    };
  }

  /** The clauses of the operations that are left out for errors of the document. */
  private get excluded(): NoMutant[] {
    return [...this.session.errors].flatMap(([operation, problems]) => {
      const reason = describeErrors(problems) ?? '';
      return this.session.contract.clausesOf(operation).map((clause) => ({ clause, reason }));
    });
  }
}
