import { JsonSyntaxError, parseJsonBytes } from '../../core/json/index.ts';
import type { JsonValue, MediaType, Operation, Parameter, RequestBody } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import { compileNonJsonValidator, type NonJsonBodyValidator } from '../body/validate-non-json.ts';
import type { Contract } from '../contract.ts';
import { isJsonType, matchMediaType, parseMediaType } from '../media-type.ts';
import { compileParameterParser, type ParameterParser, type RawParameters } from '../parameters/parse.ts';
import { splitQuery } from '../parameters/percent-decoding.ts';
import { formatBodyViolation, formatViolation } from '../schema/messages.ts';
import { compileSecurityValidator } from './security.ts';

/** What is wrong with a request to one operation, and its JSON body where that is right. */
export interface ValidatedRequest {
  readonly problems: readonly RequestProblem[];
  readonly body: JsonValue | undefined;
}

/** A multipart body takes a moment to read; all others are judged at once. */
type Findings = ValidatedRequest | Promise<ValidatedRequest>;
export type RequestValidator = (request: ReceivedRequest, path: Readonly<Record<string, string>>) => Findings;

/** Compiles the judging of requests to one operation: credentials, parameters and body, every number exact. */
export function compileRequestValidator(contract: Contract, operation: Operation): RequestValidator {
  const findSecurity = compileSecurityValidator(contract, operation);
  const judges = operation.parameters.map((parameter) => parameterJudge(contract, parameter));
  const body = bodyJudge(contract, operation);
  return (request, path) => {
    const unauthorized = findSecurity?.(request);
    if (unauthorized) return { problems: [unauthorized], body: undefined };
    const problems: RequestProblem[] = [];
    if (judges.length > 0) {
      const sent = { query: splitQuery(request.query), path, headers: request.headers };
      for (const judge of judges) judge(sent, problems);
    }
    return body(request, problems);
  };
}

function parameterJudge(
  contract: Contract,
  parameter: Parameter,
): (sent: RawParameters, into: RequestProblem[]) => void {
  const read: ParameterParser = compileParameterParser(contract.document, parameter);
  const where = parameter.in === 'header' || parameter.in === 'cookie' ? parameter.in : `${parameter.in} parameter`;
  const name = `${where} ${parameter.name}`;
  const { schema, required, allowEmptyValue } = parameter;
  return (sent, into) => {
    const found = read(sent);
    if (found.state === 'absent') {
      if (required) into.push({ status: 422, message: `${name} is required` });
    } else if (found.state === 'malformed') into.push({ status: 400, message: `${name} ${found.message}` });
    else if (schema !== undefined && !(allowEmptyValue && found.value === ''))
      for (const error of contract.schemas.validate(schema, found.value, 'request'))
        into.push({ status: 422, message: formatViolation(name, error) });
  };
}

type BodyJudge = (request: ReceivedRequest, problems: RequestProblem[]) => Findings;

function bodyJudge(contract: Contract, { requestBody, method, path }: Operation): BodyJudge {
  const without = (problems: readonly RequestProblem[]) => ({ problems, body: undefined });
  if (!requestBody)
    return ({ body }, problems) => {
      if (body.length > 0) problems.push({ status: 415, message: `${method} ${path} takes no request body` });
      return without(problems);
    };
  const foreign = foreignBodies(contract);
  return (request, problems) => {
    if (request.body.length === 0) {
      if (requestBody.required) problems.push({ status: 422, message: 'a request body is required' });
      return without(problems);
    }
    const type = bodyType(requestBody, request);
    if ('message' in type) return without([...problems, type]);
    const isJson = isJsonType(type.type) || isJsonType(String(request.headers['content-type']));
    return isJson ? jsonBody(contract, type, request.body, problems) : foreign(request, type, problems);
  };
}

/** Judges bodies that are no JSON; how is compiled with the first one of a media type. */
function foreignBodies(
  contract: Contract,
): (request: ReceivedRequest, type: MediaType, problems: RequestProblem[]) => Findings {
  const judges = new Map<MediaType, NonJsonBodyValidator>();
  return (request, type, problems) => {
    const judge = judges.get(type) ?? compileNonJsonValidator(contract, type);
    judges.set(type, judge);
    const findings = (found: readonly RequestProblem[]) => ({ problems: [...problems, ...found], body: undefined });
    const found = judge(request);
    return found instanceof Promise ? found.then(findings) : findings(found);
  };
}

/** The declared media type of a body, or why there is none (RFC 9110 section 15.5.16). */
function bodyType({ content }: RequestBody, { headers }: ReceivedRequest): MediaType | RequestProblem {
  const encoding = headers['content-encoding'];
  const unsupported = (says: string): RequestProblem => ({ status: 415, message: says });
  if (encoding !== undefined && !/^\s*identity\s*$/i.test(String(encoding)))
    return {
      ...unsupported(`content-encoding ${encoding} is not supported: send the body as it is`),
      headers: [['accept-encoding', 'identity']],
    };
  const received = headers['content-type'];
  const exact = content.find(({ type }) => type === received);
  if (exact) return exact;
  const expected = content.map(({ type }) => type).join(' or ');
  if (received === undefined) return unsupported(`header content-type is required: ${expected}`);
  const parsed = parseMediaType(String(received));
  if (!parsed) return unsupported(`header content-type must be ${expected}, got ${JSON.stringify(received)}`);
  const declared = matchMediaType(content, String(received));
  if (!declared) return unsupported(`the request body must be ${expected}, got ${received}`);
  const charset = parsed.parameters.get('charset');
  if (charset !== undefined && isJsonType(parsed.essence) && !/^(utf-?8|us-ascii)$/i.test(charset))
    return unsupported(`the request body must be in UTF-8, got charset ${charset}`);
  return declared;
}

function jsonBody(
  contract: Contract,
  type: MediaType,
  bytes: Uint8Array,
  problems: RequestProblem[],
): ValidatedRequest {
  let value: JsonValue;
  try {
    value = parseJsonBytes(bytes);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.push({ status: 400, message: `the request body is not valid JSON: ${error.message}` });
    return { problems, body: undefined };
  }
  const errors = type.schema === undefined ? [] : contract.schemas.validate(type.schema, value, 'request');
  for (const error of errors) problems.push({ status: 422, message: formatBodyViolation(error) });
  return { problems, body: errors.length === 0 ? value : undefined };
}
