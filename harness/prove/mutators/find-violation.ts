import type { ClausePart } from '../../core/clause-part.ts';
import { getAllAt, parsePointer } from '../../core/json/pointer.ts';
import type { Clause, Direction, Finding, JsonValue } from '../../core/model.ts';
import { invalidMutations, type ValueMutation } from '../../generate/values/boundary/mutate-value.ts';
import { randomValues } from '../../generate/values/random-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';

/** Values that are drawn to reach what the plain one does not have. */
const DRAWN = 40;

/** Where clauses of a body stand. */
export interface ClauseLocation {
  readonly part: ClausePart;
  readonly schema: string;
  readonly value: JsonValue | undefined;
  readonly direction: Direction;
}

/** A value that breaks a clause, with all clauses that are named when it does. */
export interface ClauseViolation {
  readonly clause: Clause;
  readonly violation: ValueMutation;
  readonly namedBy: readonly Clause[];
}

/** For each of these clauses of a body a value that breaks it; random values are drawn where the plain one does not reach it. */
export function findViolations(
  subject: MutationContext,
  place: ClauseLocation,
  clauses: readonly Clause[],
): ClauseViolation[] {
  const { contract, unique, operation } = subject;
  const { part, schema, value, direction } = place;
  const missing = new Map(clauses.map((clause) => [clause.id, clause]));
  const found = new Map<string, ClauseViolation>();
  for (const base of [value, ...randomValues(contract, unique, schema, direction, DRAWN)]) {
    if (base === undefined || !mayReach(base, [...missing.values()])) continue;
    for (const violation of invalidMutations(contract, schema, base, direction)) {
      const named = violation.violated.map((pointer) => contract.clauseAt(operation, part, pointer));
      for (const clause of missing.values()) {
        const isNamed = named.some(({ id }) => id === clause.id);
        if (!isNamed && (found.has(clause.id) || !breaks(contract, clause, violation.value))) continue;
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

/** Judged by the clause's own schema, whatever the choice is that this schema is part of. */
function breaks({ schemas }: Contract, { schemaPointer, instancePath, direction }: Clause, value: JsonValue): boolean {
  const owner = schemaPointer.replace(/\/required\/\d+$|\/[^/]*$/, '');
  return getAllAt(value, parsePointer(instancePath)).some((inner) =>
    schemas.validate(owner, inner, direction).some((error) => error.pointer === schemaPointer),
  );
}

/** What else may be named where a clause cannot be broken so that it is named itself. */
export function equivalentFindings({ clause, namedBy }: ClauseViolation): Pick<Mutant, 'equivalentFindings'> {
  const ids = new Set(namedBy.map(({ id }) => id));
  if (ids.has(clause.id)) return {};
  const why = 'what breaks it breaks the choice that it is part of, and that is named';
  return { equivalentFindings: { reason: why, matches: (finding: Finding) => ids.has(finding.clause.id) } };
}
