import { isObject } from '../../core/json/index.ts';
import type { Clause, Operation } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import { formProblems } from '../../openapi/body/sent-form.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isMultipart, matchMediaType } from '../../openapi/media-type.ts';
import { serializePathParameter } from '../../openapi/parameters/serialize.ts';
import { syncRequestValidator } from '../../openapi/request/validate-request.ts';
import { buildRequest, getParameter, type RequestSpec, requestMediaType } from './build-request.ts';

/** The clauses that an example's request violates; credentials are added when it is sent, so their absence is none. */
export function violatedClauses(contract: Contract, operation: Operation, spec: RequestSpec): Clause[] {
  const request = toReceivedRequest(buildRequest(operation, spec));
  const { violations } = syncRequestValidator(contract, operation)(request, rawPath(operation, spec));
  const clauses = violations.flatMap(({ clause }) => (clause && clause.part.kind !== 'security' ? [clause] : []));
  return [...new Set([...clauses, ...violatedByFields(contract, operation, spec)])];
}

/** Those of the fields of a multipart form, which the validation above does not read. */
function violatedByFields(contract: Contract, operation: Operation, { body, contentType }: RequestSpec): Clause[] {
  const type =
    contentType === undefined
      ? requestMediaType(operation)
      : matchMediaType(operation.requestBody?.content ?? [], contentType);
  if (!type || !isMultipart(type.type) || !isObject(body)) return [];
  return formProblems(contract, type, body).map(({ pointer }) =>
    contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer),
  );
}

function rawPath({ parameters }: Operation, spec: RequestSpec): Record<string, string> {
  const given = parameters.flatMap((parameter) => {
    const value = parameter.in === 'path' ? getParameter(spec, parameter) : undefined;
    return value === undefined ? [] : [[parameter.name, serializePathParameter(parameter, value)] as const];
  });
  return Object.fromEntries(given);
}
