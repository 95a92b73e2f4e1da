import type { Clause, Operation } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { serializePathParameter } from '../../openapi/parameters/serialize.ts';
import { compileSyncRequestValidator } from '../../openapi/request/validate-request.ts';
import { buildRequest, type RequestSpec } from './build-request.ts';

/** The clauses that an example's request violates; credentials are added when it is sent, so their absence is none. */
export function violatedClauses(contract: Contract, operation: Operation, spec: RequestSpec): Clause[] {
  const request = toReceivedRequest(buildRequest(operation, spec));
  const { violations } = compileSyncRequestValidator(contract, operation)(request, rawPath(operation, spec));
  const clauses = violations.flatMap(({ clause }) => (clause && clause.part.kind !== 'security' ? [clause] : []));
  return [...new Set(clauses)];
}

function rawPath({ parameters }: Operation, spec: RequestSpec): Record<string, string> {
  const given = parameters.flatMap((parameter) => {
    const value = parameter.in === 'path' ? spec.parameters.path[parameter.name] : undefined;
    return value === undefined ? [] : [[parameter.name, serializePathParameter(parameter, value)] as const];
  });
  return Object.fromEntries(given);
}
