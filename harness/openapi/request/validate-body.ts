import { tryParseJson } from '../../core/json/index.ts';
import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, MediaType, Operation, RequestBody } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { isBinaryMediaType } from '../body/concrete-media-type.ts';
import { mayBeEmpty } from '../body/empty-content.ts';
import {
  compileNonJsonValidator,
  type NonJsonBodyValidator,
  type ValidatedNonJson,
} from '../body/validate-non-json.ts';
import { clauseParts } from '../clauses/clauses.ts';
import type { Contract } from '../contract.ts';
import { isJsonType, isMultipart, isUrlencoded, matchMediaType, parseMediaType } from '../media-type.ts';
import { formatBodyViolation } from '../schema/messages.ts';
import { RequestViolation } from './request-violation.ts';

export interface ValidatedBody {
  /** The JSON value of the body, valid or not; undefined if there is none, or for another media type. */
  readonly body: JsonValue | undefined;
  readonly isBodyValid: boolean;
  /** The fields of a form, parsed by their schemas. */
  readonly form?: JsonObject;
}

/** Validates the body of a request and appends what it violates. */
export type BodyValidator = (
  request: ReceivedRequest,
  violations: RequestViolation[],
) => ValidatedBody | Promise<ValidatedBody>;

interface BodyContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly skipMultipartFields: boolean;
}

const INVALID: ValidatedBody = { body: undefined, isBodyValid: false };
const VALID: ValidatedBody = { body: undefined, isBodyValid: true };

/** Compiles the validation of an operation's request body. */
export function compileBodyValidator(
  contract: Contract,
  operation: Operation,
  { skipMultipartFields = false } = {},
): BodyValidator {
  const { requestBody, method, path } = operation;
  if (!requestBody)
    return ({ body, bodyLimit }, violations) => {
      if (body.length === 0 && bodyLimit === undefined) return VALID;
      violations.push(new RequestViolation(415, `${method} ${path} takes no request body`));
      return INVALID;
    };
  if (requestBody.content.length === 0) return () => VALID;
  const context = { contract, operation, skipMultipartFields };
  const validateNonJson = compileNonJsonBodies(context);
  const required = generalClause(context, requestBody, 'required');
  const content = generalClause(context, requestBody, 'content');
  return (request, violations) => {
    if (request.body.length === 0 && request.bodyLimit === undefined && !isEmptyContent(context, request)) {
      if (!requestBody.required) return VALID;
      violations.push(new RequestViolation(422, 'a request body is required', required, WHOLE_BODY));
      return INVALID;
    }
    const type = findMediaType(requestBody, request, content);
    if (type instanceof RequestViolation) {
      violations.push(type);
      return INVALID;
    }
    if (request.bodyLimit !== undefined) return validateOmitted(request.bodyLimit, request, violations);
    const isJson = isJsonType(type.type) || isJsonType(String(request.headers['content-type']));
    return isJson ? validateJson(context, type, request.body, violations) : validateNonJson(request, type, violations);
  };
}

/** A body that is not kept can be valid if its bytes are up to the client. */
function validateOmitted(limit: number, { headers }: ReceivedRequest, violations: RequestViolation[]): ValidatedBody {
  const type = String(headers['content-type']);
  if (isMultipart(type) || isBinaryMediaType(type)) return VALID;
  const mebibytes = Number((limit / 1024 ** 2).toFixed(3));
  violations.push(new RequestViolation(413, `the request body is larger than ${mebibytes} MiB`));
  return INVALID;
}

const WHOLE_BODY = { place: { in: 'body', path: [] } } as const;

function placeInBody(instancePath: string | undefined): Pick<RequestViolation, 'place'> | undefined {
  return instancePath === undefined ? undefined : { place: { in: 'body', path: parsePointer(instancePath) } };
}

/** A form without fields is an empty string (URL standard, application/x-www-form-urlencoded serializing), as an empty file is. */
function isEmptyContent({ contract, operation }: BodyContext, { headers }: ReceivedRequest): boolean {
  const type = String(headers['content-type']);
  const declared = matchMediaType(operation.requestBody?.content ?? [], type);
  return isUrlencoded(type) || (declared !== undefined && mayBeEmpty(contract, declared, type));
}

type FindClause = () => ReturnType<Contract['clauseAt']>;

function generalClause({ contract, operation }: BodyContext, { pointer }: RequestBody, keyword: string): FindClause {
  return () => contract.clauseAt(operation, clauseParts.requestBody(), appendTokens(pointer, keyword));
}

function clauseOfType({ contract, operation }: BodyContext, { type }: MediaType, pointer: string): FindClause {
  return () => contract.clauseAt(operation, clauseParts.requestBody(type), pointer);
}

/** Finds the declared media type of a body, or the violation if there is none (RFC 9110 section 15.5.16). */
function findMediaType(
  { content }: RequestBody,
  { headers }: ReceivedRequest,
  clause: FindClause,
): MediaType | RequestViolation {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^\s*identity\s*$/i.test(String(encoding)))
    return new RequestViolation(
      415,
      `content-encoding ${encoding} is not supported: send the body as it is`,
      undefined,
      { headers: [['accept-encoding', 'identity']] },
    );
  const received = headers['content-type'];
  const exact = content.find(({ type }) => type === received);
  if (exact) return exact;
  const expected = content.map(({ type }) => type).join(' or ');
  const unsupported = (message: string) => new RequestViolation(415, message, clause, WHOLE_BODY);
  if (received === undefined) return unsupported(`header content-type is required: ${expected}`);
  const parsed = parseMediaType(String(received));
  if (!parsed) return unsupported(`header content-type must be ${expected}, got ${JSON.stringify(received)}`);
  const declared = matchMediaType(content, String(received));
  if (!declared) return unsupported(`the request body must be ${expected}, got ${received}`);
  const charset = parsed.parameters.get('charset');
  if (charset !== undefined && isJsonType(parsed.essence) && !/^(utf-?8|us-ascii)$/i.test(charset))
    return new RequestViolation(415, `the request body must be in UTF-8, got charset ${charset}`);
  return declared;
}

function validateJson(
  context: BodyContext,
  type: MediaType,
  bytes: Uint8Array,
  violations: RequestViolation[],
): ValidatedBody {
  const parsed = tryParseJson(bytes);
  if ('error' in parsed) {
    const message = `the request body is not valid JSON: ${parsed.error.message}`;
    violations.push(new RequestViolation(400, message, clauseOfType(context, type, type.pointer), WHOLE_BODY));
    return INVALID;
  }
  const body = parsed.value;
  const errors = type.schema === undefined ? [] : context.contract.schemas.validate(type.schema, body, 'request');
  for (const error of errors) {
    const clause = clauseOfType(context, type, error.pointer);
    violations.push(new RequestViolation(422, formatBodyViolation(error), clause, placeInBody(error.instancePath)));
  }
  return { body, isBodyValid: errors.length === 0 };
}

/** Validates bodies that are not JSON; each media type is compiled at its first body. */
function compileNonJsonBodies(
  context: BodyContext,
): (request: ReceivedRequest, type: MediaType, violations: RequestViolation[]) => ReturnType<BodyValidator> {
  const validators = new Map<MediaType, NonJsonBodyValidator>();
  return (request, type, violations) => {
    const validate = validators.get(type) ?? compileNonJsonValidator(context.contract, type, context);
    validators.set(type, validate);
    const finish = ({ problems, form }: ValidatedNonJson): ValidatedBody => {
      for (const { status, message, pointer, instancePath } of problems) {
        const clause = clauseOfType(context, type, pointer);
        violations.push(new RequestViolation(status, message, clause, placeInBody(instancePath)));
      }
      const result = problems.length === 0 ? VALID : INVALID;
      return form === undefined ? result : { ...result, form };
    };
    const problems = validate(request);
    return problems instanceof Promise ? problems.then(finish) : finish(problems);
  };
}
