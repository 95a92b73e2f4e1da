import { parsePointer } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ParsedRequest } from '../../openapi/request/validate-request.ts';
import { isPresent } from '../conclude/clause-coverage.ts';

interface ClauseOfPlace {
  readonly id: string;
  readonly path: readonly string[];
}

/** The clauses of an operation about what its requests contain. */
interface RequestClauses {
  readonly parameters: ReadonlyMap<Parameter, readonly ClauseOfPlace[]>;
  readonly body: readonly ClauseOfPlace[];
}

/** Finds the clauses about the parts that a valid request has: who accepts it satisfies them. */
export class RequestClauseIndex {
  private readonly contract: Contract;
  private readonly byOperation = new Map<Operation, RequestClauses>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  coveredBy(operation: Operation, { parameters, body }: ParsedRequest): string[] {
    const clauses = this.byOperation.get(operation) ?? readClauses(this.contract, operation);
    this.byOperation.set(operation, clauses);
    const ids: string[] = [];
    const cover = (candidates: readonly ClauseOfPlace[], value: JsonValue) => {
      for (const { id, path } of candidates) if (isPresent(value, path)) ids.push(id);
    };
    for (const [parameter, value] of parameters) cover(clauses.parameters.get(parameter) ?? [], value);
    if (body !== undefined) cover(clauses.body, body);
    return ids;
  }
}

function readClauses(contract: Contract, operation: Operation): RequestClauses {
  const clauses = contract.clausesOf(operation);
  const places = (isWanted: (clause: Clause) => boolean) =>
    clauses.filter(isWanted).map(({ id, instancePath }) => ({ id, path: parsePointer(instancePath) }));
  return {
    parameters: new Map(
      operation.parameters.map((parameter) => [
        parameter,
        places(({ part }) => part.kind === 'parameter' && part.in === parameter.in && part.name === parameter.name),
      ]),
    ),
    body: places(({ part }) => part.kind === 'request-body'),
  };
}
