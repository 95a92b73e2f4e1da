import { isAcceptance, parseJsonBody } from '../../checks/response.ts';
import { InputError } from '../../core/errors.ts';
import { isResponse } from '../../core/http-response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { HttpClient, HttpRequest, HttpResponse, JsonValue, Operation } from '../../core/model.ts';
import { buildRequest, type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import { type KnownValue, withKnownValues } from '../../generate/requests/known-values.ts';
import { bodyPropertyNames, readKnownValues } from '../../generate/requests/read-known-values.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { validRequest } from '../../generate/requests/valid-request.ts';
import { addCredentials } from '../../http/credentials.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { CaseSource } from '../suite.ts';
import type { AuthSetting, LoginSetting, TokenSource } from './read-auth.ts';

/** The request of an operation that issues tokens, and where its response has one. */
export interface Login {
  readonly setting: AuthSetting;
  readonly operation: Operation;
  readonly token: TokenSource;
  readonly request: HttpRequest;
}

/** Prepares the login of a setting: its own body, else an example or generated values, with those that are known. */
export function prepareLogin(
  { contract, unique, examples }: CaseSource,
  setting: AuthSetting,
  login: LoginSetting,
  operation: Operation,
  headers: HttpRequest['headers'],
): Login {
  const plain = validRequest(contract, unique, operation, 'required');
  const example = exampleOf(examples, operation);
  const shown = example?.spec ?? withBody(plain, exampleBody(contract, operation));
  const known = shown && withKnownValues(contract, operation, shown, unique.knownFor(operation.id));
  const spec = login.body === undefined ? known : withBody(plain, login.body);
  if (!spec)
    throw new InputError(
      `auth.${setting.scheme}: no valid request could be made for ${operation.id}: give its values in values.${operation.id}`,
      setting.location,
    );
  const request = addCredentials(buildRequest(operation, spec), headers, []);
  return { setting, operation, token: login.token, request };
}

function withBody(spec: RequestSpec | undefined, body: JsonValue | undefined): RequestSpec | undefined {
  return spec === undefined || body === undefined ? spec : { ...spec, body };
}

function exampleOf(examples: CaseSource['examples'], operation: Operation): SpecifiedCase | undefined {
  return examples.find((each) => each.operation === operation && each.expectation === 'accept');
}

/** The credentials in logins as known values, so that the operations can be tested like any other. */
export function loginValues(
  contract: Contract,
  examples: CaseSource['examples'],
  settings: readonly AuthSetting[],
): Map<string, readonly KnownValue[]> {
  const known = new Map<string, readonly KnownValue[]>();
  for (const { login } of settings) {
    const operation = login && contract.operation(login.operation);
    if (!operation) continue;
    const body = login.body ?? exampleOf(examples, operation)?.spec.body ?? exampleBody(contract, operation);
    if (!isObject(body)) continue;
    const names = bodyPropertyNames(contract, operation).filter((name) => Object.hasOwn(body, name));
    const values = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
    known.set(operation.id, readKnownValues(contract, { [operation.id]: values }).get(operation.id) ?? []);
  }
  return known;
}

/** For an operation that is not tested, so that its examples are no cases. */
function exampleBody({ schemas }: Contract, operation: Operation): JsonValue | undefined {
  const type = requestMediaType(operation);
  return type?.examples.find(({ value }) => !type.schema || schemas.accepts(type.schema, value, 'request'))?.value;
}

/**
 * Sends a login and returns its token.
 * @throws {InputError} if the service does not issue one
 */
export async function signIn(login: Login, client: HttpClient, signal: AbortSignal): Promise<string> {
  const { setting, operation, token, request } = login;
  const response = await client.send(request, signal);
  const fail = (problem: string): never => {
    throw new InputError(`auth.${setting.scheme}: ${problem}`, setting.location);
  };
  if (!isResponse(response)) return fail(`no response of ${operation.id}: ${response.detail}`);
  if (!isAcceptance(operation, response.status))
    return fail(`${operation.id} responded ${response.status}; give valid credentials in values.${operation.id}`);
  const at = token.in === 'response body' ? token.pointer : `$${token.in.replace(' ', '.')}.${token.name}`;
  return tokenIn(response, token) ?? fail(`the response of ${operation.id} has no token at ${at}`);
}

/** The token in a response; undefined if it has none. */
export function tokenIn(response: HttpResponse, token: TokenSource): string | undefined {
  if (token.in === 'response header')
    return response.headers.find(([name]) => name.toLowerCase() === token.name.toLowerCase())?.[1];
  if (token.in === 'response cookie') return cookieIn(response, token.name);
  const body = parseJsonBody(response);
  const value = body && 'value' in body ? getAt(body.value, token.pointer) : undefined;
  return typeof value === 'string' || isNumber(value) ? String(value) : undefined;
}

/** The value that a Set-Cookie header gives a cookie (RFC 6265 section 4.1). */
function cookieIn({ headers }: HttpResponse, name: string): string | undefined {
  const pairs = headers
    .filter(([header]) => header.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';', 1)[0]?.trim() ?? '');
  const value = pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}
