import type { Contract } from '../contract/contract.ts';
import { JsonSyntaxError, parseJsonBytes } from '../contract/json.ts';
import { isJsonType, matchMediaType, parseMediaType } from '../contract/media-type.ts';
import { splitQuery } from '../contract/parameters/decode.ts';
import { type ParameterReader, parameterReader, type SentParameters } from '../contract/parameters/parse.ts';
import { tokens } from '../contract/pointer.ts';
import type { SchemaError } from '../contract/schema/scope.ts';
import type { Json, MediaType, Operation, Parameter, RequestBody } from '../model.ts';
import type { Problem, ReceivedRequest } from './exchange.ts';
import { securityJudge } from './security.ts';

/** What is wrong with a request to one operation, and its JSON body where that is right. */
export interface RequestFindings {
  readonly problems: readonly Problem[];
  readonly body: Json | undefined;
  /** A body whose media type is declared, and is no JSON: it is for another judge. */
  readonly foreign: MediaType | undefined;
}

export type RequestJudge = (request: ReceivedRequest, path: Readonly<Record<string, string>>) => RequestFindings;

/** Compiles the judging of requests to one operation: credentials, parameters and body, every number exact. */
export function requestJudge(contract: Contract, operation: Operation): RequestJudge {
  const findSecurity = securityJudge(contract, operation);
  const judges = operation.parameters.map((parameter) => parameterJudge(contract, parameter));
  const body = bodyJudge(contract, operation);
  return (request, path) => {
    const unauthorized = findSecurity?.(request);
    if (unauthorized) return { problems: [unauthorized], body: undefined, foreign: undefined };
    const problems: Problem[] = [];
    if (judges.length > 0) {
      const sent = { query: splitQuery(request.query), path, headers: request.headers };
      for (const judge of judges) judge(sent, problems);
    }
    return body(request, problems);
  };
}

function parameterJudge(contract: Contract, parameter: Parameter): (sent: SentParameters, into: Problem[]) => void {
  const read: ParameterReader = parameterReader(contract.document, parameter);
  const where = parameter.in === 'header' || parameter.in === 'cookie' ? parameter.in : `${parameter.in} parameter`;
  const name = `${where} ${parameter.name}`;
  const { schema, required, allowEmptyValue } = parameter;
  return (sent, into) => {
    const found = read(sent);
    if (found.state === 'absent') {
      if (required) into.push({ status: 422, says: `${name} is required` });
    } else if (found.state === 'malformed') into.push({ status: 400, says: `${name} ${found.says}` });
    else if (schema !== undefined && !(allowEmptyValue && found.value === ''))
      for (const error of contract.schemas.validate(schema, found.value, 'request'))
        into.push({ status: 422, says: sentence(name, error) });
  };
}

function sentence(subject: string, { path, says, actual }: SchemaError): string {
  const got = actual === undefined || says.endsWith('is not a declared member') ? '' : `, got ${actual}`;
  return `${subject}${memberPath(path)} ${says}${got}`;
}

/** `/items/0/name` as developers write it: `.items[0].name`. */
function memberPath(path: string): string {
  if (path === '') return '';
  return tokens(path)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
}

function bodySentence(error: SchemaError): string {
  if (error.path === '') return sentence('the request body', error);
  return sentence('body member ', error).replace('body member .', 'body member ');
}

type BodyJudge = (request: ReceivedRequest, problems: Problem[]) => RequestFindings;

function bodyJudge(contract: Contract, { requestBody, method, path }: Operation): BodyJudge {
  const without = (problems: readonly Problem[]) => ({ problems, body: undefined, foreign: undefined });
  if (!requestBody)
    return ({ body }, problems) => {
      if (body.length > 0) problems.push({ status: 415, says: `${method} ${path} takes no request body` });
      return without(problems);
    };
  return (request, problems) => {
    if (request.body.length === 0) {
      if (requestBody.required) problems.push({ status: 422, says: 'a request body is required' });
      return without(problems);
    }
    const type = bodyType(requestBody, request);
    if ('says' in type) return without([...problems, type]);
    if (!isJsonType(type.type) && !isJsonType(String(request.headers['content-type'])))
      return { problems, body: undefined, foreign: type };
    return jsonBody(contract, type, request.body, problems);
  };
}

/** The declared media type of a body, or why there is none (RFC 9110 section 15.5.16). */
function bodyType({ content }: RequestBody, { headers }: ReceivedRequest): MediaType | Problem {
  const encoding = headers['content-encoding'];
  const unsupported = (says: string): Problem => ({ status: 415, says });
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

function jsonBody(contract: Contract, type: MediaType, bytes: Uint8Array, problems: Problem[]): RequestFindings {
  let value: Json;
  try {
    value = parseJsonBytes(bytes);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.push({ status: 400, says: `the request body is not valid JSON: ${error.message}` });
    return { problems, body: undefined, foreign: undefined };
  }
  const errors = type.schema === undefined ? [] : contract.schemas.validate(type.schema, value, 'request');
  for (const error of errors) problems.push({ status: 422, says: bodySentence(error) });
  return { problems, body: errors.length === 0 ? value : undefined, foreign: undefined };
}
