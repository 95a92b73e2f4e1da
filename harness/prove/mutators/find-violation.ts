import type { ClausePart } from '../../core/clause-part.ts';
import { getAllAt, parsePointer } from '../../core/json/pointer.ts';
import type { Clause, Direction, Finding, JsonValue } from '../../core/model.ts';
import { invalidMutations, type ValueMutation } from '../../generate/values/boundary/mutate-value.ts';
import { randomValues } from '../../generate/values/random-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';

/** Random values that are tried in addition to the canonical one. */
const RANDOM_VALUES = 40;

/** A body whose clauses are to be violated. */
export interface ClauseLocation {
  readonly part: ClausePart;
  readonly schema: string;
  readonly value: JsonValue | undefined;
  readonly direction: Direction;
}

/** A value that violates a clause, with all clauses that the validator then names. */
export interface ClauseViolation {
  readonly clause: Clause;
  readonly violation: ValueMutation;
  readonly namedBy: readonly Clause[];
}

/** Returns a violation for each of the clauses, of the given value or else of random ones. */
export function findViolations(
  context: MutationContext,
  location: ClauseLocation,
  clauses: readonly Clause[],
): ClauseViolation[] {
  const { contract, unique, operation } = context;
  const { part, schema, value, direction } = location;
  const missing = new Map(clauses.map((clause) => [clause.id, clause]));
  const found = new Map<string, ClauseViolation>();
  for (const base of [value, ...randomValues(contract, unique, schema, direction, RANDOM_VALUES)]) {
    if (base === undefined || !mayReach(base, [...missing.values()])) continue;
    for (const violation of invalidMutations(contract, schema, base, direction)) {
      const named = violation.violated.map((pointer) => contract.clauseAt(operation, part, pointer));
      for (const clause of missing.values()) {
        const isNamed = named.some(({ id }) => id === clause.id);
        if (!isNamed && (found.has(clause.id) || !violates(contract, clause, violation.value))) continue;
        found.set(clause.id, { clause, violation, namedBy: named });
        if (isNamed) missing.delete(clause.id);
      }
    }
  }
  return [...found.values()];
}

function mayReach(base: JsonValue, clauses: readonly Clause[]): boolean {
  return clauses.some(({ instancePath }) => getAllAt(base, parsePointer(instancePath)).length > 0);
}

/** Validates against the schema of the clause alone, even if it is one of several alternatives. */
function violates(
  { schemas }: Contract,
  { schemaPointer, instancePath, direction }: Clause,
  value: JsonValue,
): boolean {
  const owner = schemaPointer.replace(/\/required\/\d+$|\/[^/]*$/, '');
  return getAllAt(value, parsePointer(instancePath)).some((inner) =>
    schemas.validate(owner, inner, direction).some((error) => error.pointer === schemaPointer),
  );
}

/** Returns the findings that also count if the validator does not name the clause itself. */
export function equivalentFindings({ clause, namedBy }: ClauseViolation): Pick<Mutant, 'equivalentFindings'> {
  const ids = new Set(namedBy.map(({ id }) => id));
  if (ids.has(clause.id)) return {};
  const why = 'its violations are reported as violations of the enclosing alternative';
  return { equivalentFindings: { reason: why, matches: (finding: Finding) => ids.has(finding.clause.id) } };
}
