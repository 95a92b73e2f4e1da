import { stringifyJson } from '../../core/json/index.ts';
import type { Clause, Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { BoundaryContext } from './case-spec.ts';

/** Returns a function that finds the clauses of a parameter by schema pointer. */
export function parameterClauseLookup(
  { contract, operation }: BoundaryContext,
  parameter: Parameter,
): (pointer: string) => Clause {
  return (pointer) => contract.clauseAt(operation, clauseParts.parameter(parameter), pointer);
}

/** Returns the name of a parameter in case ids. */
export function parameterLabel({ in: place, name }: Parameter): string {
  return `${place} ${stringifyJson(name).slice(1, -1)}`;
}
