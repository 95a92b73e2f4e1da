import { isSamePart } from '../../core/clause-part.ts';
import { getAllAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue, MediaType } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { withReferencesOf } from '../random/pin-request.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import { testedBy } from '../values/boundary/violations.ts';
import { randomValues } from '../values/random-value.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Random bodies to reach clauses that the canonical body does not. */
const RANDOM_BODIES = 40;
/** Mutations validated in any case, since properties can depend on each other; after that only those of uncovered clauses. */
const MAX_MUTATIONS = 4000;

/** Yields a valid and an invalid body for each clause that no mutation of the canonical body targets. */
export function* uncoveredClauseCases(
  { contract, unique, operation, allParts }: BoundaryContext,
  { type, schema }: MediaType & { readonly schema: string },
  covered: ReadonlySet<string>,
): Generator<CaseSpec> {
  const part = clauseParts.requestBody(type);
  const wanted = contract
    .clausesOf(operation)
    .filter((clause) => isSamePart(clause.part, part) && !covered.has(clause.id));
  const ids = new Set(wanted.map(({ id }) => id));
  const reached = new Set<string>();
  const done = new Set<string>();
  const mayReach = (base: JsonValue) =>
    wanted.some(({ id, instancePath }) => !reached.has(id) && getAllAt(base, parsePointer(instancePath)).length > 0);
  let patience = MAX_MUTATIONS;
  const owners = new Map(wanted.map(({ id, schemaPointer }) => [id, schemaOfClause(schemaPointer)]));
  const references = unique.referencesOf(operation.id);
  const bodies = ids.size === 0 ? [] : randomValues(contract, unique, schema, 'request', RANDOM_BODIES);
  for (const [index, random] of bodies.entries()) {
    const drawn = { ...allParts, body: random };
    const base = withReferencesOf(contract, operation, drawn, allParts, references).body ?? random;
    if (!mayReach(base)) continue;
    const left = new Set([...owners].flatMap(([id, owner]) => (reached.has(id) ? [] : [owner])));
    const concerns = (schemas: readonly string[]) => patience-- > 0 || schemas.some((each) => left.has(each));
    for (const mutation of mutateValue(contract, schema, base, 'request', concerns)) {
      const { isUnspecified, violated, label, path, value } = mutation;
      const clauses = testedBy(mutation).map((place) => contract.clauseAt(operation, part, place));
      const expectation = violated.length > 0 ? 'reject' : 'accept';
      const own = clauses.filter(({ id }) => ids.has(id) && !done.has(`${expectation} ${id}`));
      if (isUnspecified || own.length === 0) continue;
      for (const { id } of own) {
        done.add(`${expectation} ${id}`);
        reached.add(id);
      }
      yield {
        id: `other body ${index + 1} ${label}`,
        spec: { ...allParts, body: value },
        expectation,
        targets: clauses,
        valueUnderTest: path,
      };
    }
  }
}

/** Returns the schema of a clause's keyword; of an optional property, its own. */
export function schemaOfClause(pointer: string): string {
  return pointer.replace(/\/required\/\d+$|(?<!\/properties)\/[^/]*$/, '');
}
