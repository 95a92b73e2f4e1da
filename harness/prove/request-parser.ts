import { JsonSyntaxError, parseJsonBytes } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Clause, HttpRequest, JsonValue, Operation, Parameter, RequestBody } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import { hasMatchingBoundary } from '../openapi/body/read-multipart.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { isJsonType, matchMediaType } from '../openapi/media-type.ts';
import { compileParameterParser, type ParameterParser } from '../openapi/parameters/parse.ts';
import { splitQuery } from '../openapi/parameters/percent-decoding.ts';
import { compileSecurityValidator } from '../openapi/request/security.ts';
import { Router } from '../openapi/router.ts';

/** A request in the contract's terms. */
export interface ParsedRequest {
  /** The JSON body, where there is one. */
  readonly body: JsonValue | undefined;
  /** What each parameter that was given says. */
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  /** The clauses that the request breaks, by id. */
  readonly violated: ReadonlySet<string>;
}

/** Larger bodies are left as they are: every break shows in smaller ones. */
const MAX_BODY = 64 * 1024;

/** Reads what a request says and which clauses it breaks, independently of the cases that were made to break them. */
export class RequestParser {
  private readonly contract: Contract;
  private readonly router: Router;
  private readonly readers = new Map<Parameter, ParameterParser>();
  private readonly cache = new WeakMap<ReceivedRequest, { readonly parsed: ParsedRequest | undefined }>();

  constructor(contract: Contract) {
    this.contract = contract;
    this.router = new Router(contract);
  }

  /** @returns undefined for a request to no operation, and for one that is too large to look at */
  read(request: ReceivedRequest): ParsedRequest | undefined {
    let known = this.cache.get(request);
    if (!known) {
      known = { parsed: request.body.length > MAX_BODY ? undefined : this.parse(request) };
      this.cache.set(request, known);
    }
    return known.parsed;
  }

  private parse(request: ReceivedRequest): ParsedRequest | undefined {
    const route = this.router.route(request.method, request.path);
    const { operation } = route;
    if (!operation) return undefined;
    const broken = new Set<string>();
    const sent = { query: splitQuery(request.query), path: route.parameters, headers: request.headers };
    if (compileSecurityValidator(this.contract, operation)?.(request))
      broken.add(this.contract.clauseAt(operation, clauseParts.security, operation.pointer).id);
    const parameters = new Map<Parameter, JsonValue>();
    for (const parameter of operation.parameters) {
      const found = this.reader(parameter)(sent);
      if (found.state === 'read') parameters.set(parameter, found.value);
      for (const clause of this.parameterErrors(operation, parameter, found)) broken.add(clause.id);
    }
    const { body, errors } = this.body(operation, request);
    for (const clause of errors) broken.add(clause.id);
    return { body, parameters, violated: broken };
  }

  private reader(parameter: Parameter): ParameterParser {
    const reader = this.readers.get(parameter) ?? compileParameterParser(this.contract.document, parameter);
    this.readers.set(parameter, reader);
    return reader;
  }

  private parameterErrors(operation: Operation, parameter: Parameter, found: ReturnType<ParameterParser>): Clause[] {
    const clause = (pointer: string) => this.contract.clauseAt(operation, clauseParts.parameter(parameter), pointer);
    const { required, schema, pointer } = parameter;
    if (found.state === 'absent') return required ? [clause(appendTokens(pointer, 'required'))] : [];
    if (found.state === 'malformed') return [clause(schema ?? pointer)];
    if (!schema || (parameter.allowEmptyValue && found.value === '')) return [];
    return this.contract.schemas.validate(schema, found.value, 'request').map((error) => clause(error.pointer));
  }

  private body(operation: Operation, request: ReceivedRequest): { body: JsonValue | undefined; errors: Clause[] } {
    const { requestBody } = operation;
    if (!requestBody) return { body: undefined, errors: [] };
    const at = (pointer: string) =>
      this.contract.clauseAt(operation, 'request body', appendTokens(requestBody.pointer, pointer));
    if (request.body.length === 0) return { body: undefined, errors: requestBody.required ? [at('required')] : [] };
    const type = declaredType(requestBody, request);
    if (!type) return { body: undefined, errors: [at('content')] };
    const clause = (pointer: string) => this.contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
    if (!isJsonType(type.type))
      return { body: undefined, errors: hasMatchingBoundary(request) ? [] : [clause(type.pointer)] };
    try {
      const body = parseJsonBytes(request.body);
      const errors = type.schema ? this.contract.schemas.validate(type.schema, body, 'request') : [];
      return { body, errors: errors.map((error) => clause(error.pointer)) };
    } catch (error) {
      if (error instanceof JsonSyntaxError) return { body: undefined, errors: [clause(type.pointer)] };
      throw error;
    }
  }
}

function declaredType({ content }: RequestBody, { headers }: ReceivedRequest) {
  const type = headers['content-type'];
  return type === undefined ? undefined : matchMediaType(content, String(type));
}

/** A request as a service would receive it. */
export function toReceivedRequest({ method, path: target, headers, body }: HttpRequest): ReceivedRequest {
  const [path = '', ...query] = target.split('?');
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { method, target, path, query: query.join('?'), headers: lower, body: body ?? new Uint8Array() };
}
