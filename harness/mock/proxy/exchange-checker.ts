import { createChecks } from '../../checks/index.ts';
import type { Check, Exchange, HttpRequest, HttpResponse, Operation, TransportError } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import {
  compileRequestValidator,
  type RequestValidator,
  type ValidatedRequest,
} from '../../openapi/request/validate-request.ts';
import { evaluateAside } from '../../openapi/schema/pattern/evaluate-aside.ts';

/** Checks what passes through the proxy by the contract. */
export class ExchangeChecker {
  private readonly contract: Contract;
  private readonly requiresAuth: boolean;
  private readonly checks: readonly Check[];
  private readonly validators = new Map<Operation, RequestValidator>();

  constructor(contract: Contract, requiresAuth: boolean) {
    this.contract = contract;
    this.requiresAuth = requiresAuth;
    this.checks = createChecks(contract);
  }

  async validate(
    operation: Operation,
    request: ReceivedRequest,
    parameters: Readonly<Record<string, string>>,
  ): Promise<ValidatedRequest> {
    const validate = this.validators.get(operation) ?? compileRequestValidator(this.contract, operation);
    this.validators.set(operation, validate);
    const validated = await evaluateAside(() => validate(request, parameters));
    if (this.requiresAuth) return validated;
    return { ...validated, violations: validated.violations.filter(({ status }) => status !== 401) };
  }

  /** Returns what a response violates, whatever the request was. */
  violations(
    operation: Operation,
    { method, target, headers, body }: ReceivedRequest,
    response: HttpResponse | TransportError,
  ): string[] {
    const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const exchange = exchangeOf(operation, { method, path: target, headers: pairs, body }, response);
    return this.checks
      .flatMap((check) => check.evaluate(exchange))
      .flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
  }
}

function exchangeOf(operation: Operation, request: HttpRequest, response: Exchange['response']): Exchange {
  return {
    response,
    case: {
      id: `${operation.id}: ${request.method} ${request.path}`,
      operation,
      request,
      expectation: 'any',
      targets: [],
      origin: { suite: 'observed', kind: 'observed', location: undefined },
      uniqueFieldUnderTest: true,
    },
  };
}
