import type { JsonValue, Operation, Parameter } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { Contract } from '../openapi/contract.ts';
import { compileSyncRequestValidator, type SyncRequestValidator } from '../openapi/request/validate-request.ts';
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
  private readonly validators = new Map<Operation, SyncRequestValidator>();
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
    if (!route.operation) return undefined;
    const { parsed, violations } = this.validator(route.operation)(request, route.parameters);
    const violated = new Set(violations.flatMap(({ clause }) => clause?.id ?? []));
    return { body: parsed.body, parameters: parsed.parameters, violated };
  }

  private validator(operation: Operation): SyncRequestValidator {
    const validator = this.validators.get(operation) ?? compileSyncRequestValidator(this.contract, operation);
    this.validators.set(operation, validator);
    return validator;
  }
}
