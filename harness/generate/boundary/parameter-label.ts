import { parts } from '../../openapi/clauses/clauses.ts';
import { writeJson } from '../../core/json/index.ts';
import type { Clause, Parameter } from '../../core/model.ts';
import type { Ground } from './case-spec.ts';

/** Finds the clauses of a parameter by their pointers. */
export function clauseFinder({ contract, operation }: Ground, parameter: Parameter): (pointer: string) => Clause {
  return (pointer) => contract.clauseAt(operation, parts.parameter(parameter), pointer);
}

/** What a parameter is called in the names of cases. */
export function title({ in: place, name }: Parameter): string {
  return `${place} ${writeJson(name).slice(1, -1)}`;
}
