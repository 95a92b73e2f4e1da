import type { Operation } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { serializePathParameter } from '../../openapi/parameters/serialize.ts';
import { routerOf } from '../../openapi/router.ts';
import { buildRequest, getParameter, type RequestSpec } from './build-request.ts';

/** Returns whether a path is read as it is meant: it may also fit the template of another operation, or split otherwise. */
export function isOwnPath(contract: Contract, operation: Operation, spec: RequestSpec): boolean {
  const route = routerOf(contract).routeRequest(toReceivedRequest(buildRequest(operation, spec)));
  if (route.operation !== operation) return false;
  return operation.parameters.every((parameter) => {
    const value = parameter.in === 'path' ? getParameter(spec, parameter) : undefined;
    return value === undefined || route.parameters[parameter.name] === serializePathParameter(parameter, value);
  });
}
