import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type OperationMatcher, operationMatcher } from '../../openapi/operation-selector.ts';
import { type Router, routerOf } from '../../openapi/router.ts';
import { ExchangeChecker } from './exchange-checker.ts';
import type { ResolvedProxy } from './proxy-options.ts';

/** What the proxy derives from one contract. */
export class ProxyTools {
  readonly contract: Contract;
  readonly options: ResolvedProxy;
  readonly router: Router;
  readonly checker: ExchangeChecker;
  /** Whether the mock responds to some operations. */
  readonly isPartial: boolean;
  private readonly only: readonly OperationMatcher[];
  private readonly except: readonly OperationMatcher[];

  /** @throws {UsageError} for a selector that matches no operation */
  constructor(options: ResolvedProxy, contract: Contract, requiresAuth: boolean) {
    this.contract = contract;
    this.options = options;
    this.router = routerOf(contract);
    this.checker = new ExchangeChecker(contract, requiresAuth);
    this.only = options.only.map((selector) => operationMatcher(contract, selector, '--proxy-only'));
    this.except = options.except.map((selector) => operationMatcher(contract, selector, '--proxy-except'));
    this.isPartial = options.fallback || this.only.length > 0 || this.except.length > 0;
  }

  isForwarded(operation: Operation): boolean {
    const isNamed = this.only.length === 0 || this.only.some((matches) => matches(operation));
    return isNamed && !this.except.some((matches) => matches(operation));
  }

  /**
   * Reads a `Location` of the backend as a request to an operation.
   * @param basePath what the paths of the document have before them there
   */
  async locate(
    location: string,
    backendUrl: string,
    basePath = '',
  ): Promise<{ operation: Operation; parameters: ReadonlyMap<Parameter, JsonValue> } | undefined> {
    if (!URL.canParse(location, `${backendUrl}/`)) return undefined;
    const { pathname: path } = new URL(location, `${backendUrl}/`);
    if (!path.startsWith(basePath)) return undefined;
    const request = { method: 'GET', target: path, path, query: '', headers: {}, body: new Uint8Array(), basePath };
    const route = this.router.routeRequest(request);
    if (!route.operation) return undefined;
    const { parsed } = await this.checker.validate(route.operation, request, route.parameters);
    return { operation: route.operation, parameters: parsed.parameters };
  }
}
