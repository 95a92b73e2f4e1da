import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { clauseParts } from '../clauses/clauses.ts';
import type { Contract } from '../contract.ts';
import { compileParameterParser, type RawParameters } from '../parameters/parse.ts';
import { splitQuery } from '../parameters/percent-decoding.ts';
import { formatViolation } from '../schema/messages.ts';
import { RequestViolation } from './request-violation.ts';
import { compileSecurityValidator } from './security.ts';
import { type BodyValidator, compileBodyValidator, type ValidatedBody } from './validate-body.ts';

/** A request in the contract's terms. */
export interface ParsedRequest extends ValidatedBody {
  /** The parameters that were sent and could be parsed, valid or not. */
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
}

export interface ValidatedRequest {
  readonly parsed: ParsedRequest;
  /** Missing credentials first, then parameters in the document's order, then the body. */
  readonly violations: readonly RequestViolation[];
}

/** Validates a request to one operation; a promise only for multipart forms, which the platform reads asynchronously. */
export type RequestValidator = (
  request: ReceivedRequest,
  pathParameters: RawParameters['path'],
) => ValidatedRequest | Promise<ValidatedRequest>;

type SyncRequestValidator = (request: ReceivedRequest, pathParameters: RawParameters['path']) => ValidatedRequest;

/** Compiles the validation of requests to an operation: credentials, parameters and body, every number exact. */
export function compileRequestValidator(contract: Contract, operation: Operation): RequestValidator {
  const prepare = compileHeadValidator(contract, operation);
  const validateBody = compileBodyValidator(contract, operation);
  return (request, pathParameters) => finish(request, prepare(request, pathParameters), validateBody);
}

const createCache = () => new Map<Operation, SyncRequestValidator>();

/**
 * Returns the validation of {@link compileRequestValidator}, but of a multipart form only of its boundary, not its fields.
 * It is compiled once per operation.
 */
export function syncRequestValidator(contract: Contract, operation: Operation): SyncRequestValidator {
  const cache = contract.derived(createCache);
  const validator = cache.get(operation) ?? compileSyncRequestValidator(contract, operation);
  cache.set(operation, validator);
  return validator;
}

function compileSyncRequestValidator(contract: Contract, operation: Operation): SyncRequestValidator {
  const prepare = compileHeadValidator(contract, operation);
  const validateBody = compileBodyValidator(contract, operation, { skipMultipartFields: true });
  return (request, pathParameters) => {
    const found = finish(request, prepare(request, pathParameters), validateBody);
    if (found instanceof Promise) throw new TypeError('a body without multipart fields is validated synchronously');
    return found;
  };
}

/** What is never added to. */
const NO_PARAMETERS = new Map<Parameter, JsonValue>();

/** What was found before the body is looked at. */
interface ValidatedHead {
  readonly parameters: Map<Parameter, JsonValue>;
  readonly violations: RequestViolation[];
}

function finish(
  request: ReceivedRequest,
  { parameters, violations }: ValidatedHead,
  validateBody: BodyValidator,
): ValidatedRequest | Promise<ValidatedRequest> {
  const body = validateBody(request, violations);
  const whole = (validated: ValidatedBody) => ({ parsed: { parameters, ...validated }, violations });
  return body instanceof Promise ? body.then(whole) : whole(body);
}

function compileHeadValidator(
  contract: Contract,
  operation: Operation,
): (request: ReceivedRequest, path: RawParameters['path']) => ValidatedHead {
  const validateSecurity = compileSecurityValidator(contract, operation);
  const validators = operation.parameters.map((parameter) => compileParameterValidator(contract, operation, parameter));
  return (request, path) => {
    const found: ValidatedHead = { parameters: validators.length > 0 ? new Map() : NO_PARAMETERS, violations: [] };
    const unauthorized = validateSecurity?.(request);
    if (unauthorized) found.violations.push(unauthorized);
    if (validators.length > 0) {
      const sent = { query: splitQuery(request.query), path, headers: request.headers };
      for (const validate of validators) validate(sent, found);
    }
    return found;
  };
}

function compileParameterValidator(
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
): (sent: RawParameters, found: ValidatedHead) => void {
  const parse = compileParameterParser(contract.document, parameter);
  const kind = parameter.in === 'header' || parameter.in === 'cookie' ? parameter.in : `${parameter.in} parameter`;
  const name = `${kind} ${parameter.name}`;
  const { schema, required, allowEmptyValue, pointer } = parameter;
  const place = (path: readonly string[] = []) => ({ place: { in: parameter.in, path: [parameter.name, ...path] } });
  const clauseAt = (place: string) => () => contract.clauseAt(operation, clauseParts.parameter(parameter), place);
  const absent = clauseAt(appendTokens(pointer, 'required'));
  const unreadable = clauseAt(schema === undefined ? pointer : appendTokens(schema, 'type'));
  return (sent, { parameters, violations }) => {
    const result = parse(sent);
    if (result.state === 'absent') {
      if (required) violations.push(new RequestViolation(422, `${name} is required`, absent, place()));
      return;
    }
    if (result.state === 'malformed') {
      violations.push(new RequestViolation(400, `${name} ${result.message}`, unreadable, place()));
      return;
    }
    parameters.set(parameter, result.value);
    if (schema === undefined || (allowEmptyValue && result.value === '')) return;
    for (const error of contract.schemas.validate(schema, result.value, 'request')) {
      const inside = place(parsePointer(error.instancePath));
      violations.push(new RequestViolation(422, formatViolation(name, error), clauseAt(error.pointer), inside));
    }
  };
}
