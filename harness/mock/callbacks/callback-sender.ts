import { setTimeout as pause } from 'node:timers/promises';
import { createChecks } from '../../checks/index.ts';
import { didYouMean, InputError } from '../../core/errors.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, HttpRequest, HttpResponse, Operation, TransportError } from '../../core/model.ts';
import { originOf, type ReceivedRequest } from '../../core/received-request.ts';
import { isLocalOrigin, isLoopback } from '../../core/util/loopback.ts';
import { createHttpClient } from '../../http/client.ts';
import { callbacksOf, webhooksOf } from '../../openapi/callbacks.ts';
import type { Contract } from '../../openapi/contract.ts';
import { evaluateTemplate } from '../../openapi/evaluate-expression.ts';
import { routerOf } from '../../openapi/router.ts';
import type { MockRequest } from '../request-log.ts';
import type { CallbackSettings } from './callback-options.ts';
import { callbackRequest } from './callback-request.ts';
import type { CallbackDelivery, DeliveryLog } from './delivery.ts';

/** Names the callback of a request; a mock that receives it causes none of its own. */
const CALLBACK_HEADER = 'x-mock-callback';
const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 200;
const MAX_PENDING = 100;

/** A callback to send. */
interface Call {
  readonly name: string;
  readonly operation: Operation;
  readonly url: string | undefined;
  readonly expression: string;
  readonly cause: number | undefined;
  readonly bodies: readonly Uint8Array[];
}

/** Sends the callbacks and webhooks of the document, to this machine unless another host is allowed. */
export class CallbackSender {
  private readonly contract: () => Contract;
  private readonly settings: CallbackSettings;
  private readonly log: DeliveryLog;
  private readonly notify: ((delivery: CallbackDelivery) => void) | undefined;
  private readonly stopping = new AbortController();
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    contract: () => Contract,
    settings: CallbackSettings,
    log: DeliveryLog,
    notify: ((delivery: CallbackDelivery) => void) | undefined,
  ) {
    this.contract = contract;
    this.settings = settings;
    this.log = log;
    this.notify = notify;
  }

  /** Sends what an accepted request causes. */
  trigger(operation: Operation, request: ReceivedRequest, logged: MockRequest): void {
    const contract = this.contract();
    const callbacks = callbacksOf(contract, operation);
    const { response, status } = logged;
    if (callbacks.length === 0 || status >= 400 || response.abort || !mayCause(request)) return;
    const route = routerOf(contract).routeRequest(request);
    const url = originOf(request) + request.target;
    const pathParameters = route.operation ? route.parameters : {};
    for (const { name, url: expression, operation: callback } of callbacks)
      this.start({
        name,
        operation: callback,
        url: evaluateTemplate(expression, { url, request, pathParameters, response }),
        expression,
        cause: logged.id,
        bodies: [response.body, request.body],
      });
  }

  /**
   * Sends a webhook of the document.
   * @param url default: that of the settings
   * @throws {InputError} for an unknown webhook, and without a URL
   */
  async sendWebhook(name: string, url: string | undefined = this.settings.webhookUrl): Promise<CallbackDelivery> {
    const webhooks = webhooksOf(this.contract());
    const webhook = webhooks.find((each) => each.name === name);
    if (!webhook) {
      const known = webhooks.map((each) => each.name);
      const guess = didYouMean(name, known);
      throw new InputError(
        `unknown webhook ${name}. ${guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ') || 'none'}`}`,
      );
    }
    if (url === undefined) throw new InputError(`webhook ${name} needs a URL that receives it`);
    return this.deliver({ ...webhook, url, expression: url, cause: undefined, bodies: [] });
  }

  /** Resolves when everything that was caused is sent. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.settled();
  }

  private start(call: Call): void {
    if (this.pending.size >= MAX_PENDING || this.stopping.signal.aborted) return;
    const delivered = this.deliver(call).finally(() => this.pending.delete(delivered));
    this.pending.add(delivered);
  }

  private async deliver(call: Call): Promise<CallbackDelivery> {
    const { name, operation, cause, expression } = call;
    const begin = performance.now();
    const sent = await this.send(call);
    const delivery = this.log.add({
      ...{ callback: name, operation: operation.id, cause, url: call.url ?? expression },
      ...sent,
      finishedAt: new Date(),
      durationMs: performance.now() - begin,
    });
    this.notify?.(delivery);
    return delivery;
  }

  private async send({ name, operation, url, expression, bodies }: Call): Promise<Sent> {
    const { delayMs } = this.settings;
    const target = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
    if (!target) return notSent(`not sent: ${expression} gives no URL${url === undefined ? '' : `, but ${url}`}`);
    const denied = this.whyDenied(target);
    if (denied !== undefined) return notSent(denied);
    const made = callbackRequest(this.contract(), operation, bodies);
    if (!made) return notSent('not sent: no valid request was found; give an example in the document');
    const path = target.pathname + target.search;
    const named = { ...made, path, headers: [...made.headers, [CALLBACK_HEADER, name] as const] };
    await this.wait(delayMs);
    return this.sendWithRetries(target, named, operation);
  }

  private whyDenied({ protocol, host, hostname }: URL): string | undefined {
    if (!/^https?:$/.test(protocol)) return `not sent: ${protocol} is neither http nor https`;
    const { allowedHosts } = this.settings;
    if (isLoopback(hostname) || allowedHosts.includes(hostname) || allowedHosts.includes(host)) return undefined;
    return `not sent: the host ${host} is not allowed; start the mock with --allow-callback-host ${hostname}`;
  }

  private async sendWithRetries(target: URL, made: HttpRequest, operation: Operation): Promise<Sent> {
    const { signal } = this.stopping;
    const client = createHttpClient({ baseUrl: target.origin, timeoutMs: TIMEOUT_MS, connections: 1 });
    let attempts = 0;
    let request: HttpRequest;
    let response: HttpResponse | TransportError;
    try {
      do {
        if (attempts > 0) await this.wait(FIRST_RETRY_MS * 2 ** (attempts - 1));
        // Receivers reject signatures that are old or that they have seen.
        const prepared = await this.prepare(made, target);
        if ('problem' in prepared) return { ...notSent(prepared.problem), attempts };
        ({ request } = prepared);
        response = await client.send(request, signal);
        attempts++;
      } while (isTemporary(response) && attempts <= this.settings.retries && !signal.aborted);
    } finally {
      await client.close();
    }
    const problems = this.check(operation, request, response);
    return { request, response: isResponse(response) ? response : undefined, attempts, problems };
  }

  private async prepare(request: HttpRequest, { href }: URL): Promise<{ request: HttpRequest } | { problem: string }> {
    try {
      return { request: await this.settings.prepare(request, href) };
    } catch (error) {
      return { problem: `not sent: the hook \`prepare\` failed: ${error instanceof Error ? error.message : error}` };
    }
  }

  private check(operation: Operation, request: HttpRequest, response: HttpResponse | TransportError): string[] {
    const contract = this.contract();
    const checks = contract.derived(createChecks);
    const exchange = { case: caseOf(operation, request), response };
    const findings = checks.flatMap((check) => check.evaluate(exchange));
    return findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  }

  /** Ends early if the mock closes. */
  private async wait(ms: number): Promise<void> {
    const { signal } = this.stopping;
    if (ms > 0 && !signal.aborted) await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}

type Sent = Pick<CallbackDelivery, 'request' | 'response' | 'attempts' | 'problems'>;

function notSent(problem: string): Sent {
  return { request: undefined, response: undefined, attempts: 0, problems: [problem] };
}

/** A page of another site must not reach services of this machine through the mock; a callback causes no callbacks. */
function mayCause({ headers }: ReceivedRequest): boolean {
  const { origin } = headers;
  return headers[CALLBACK_HEADER] === undefined && (origin === undefined || isLocalOrigin(String(origin)));
}

function isTemporary(response: HttpResponse | TransportError): boolean {
  return !isResponse(response) || response.status === 429 || response.status >= 500;
}

function caseOf(operation: Operation, request: HttpRequest): Case {
  const origin = { suite: 'callbacks', kind: 'callback', location: undefined };
  return {
    id: operation.id,
    operation,
    request,
    expectation: 'accept',
    targets: [],
    origin,
    uniqueFieldUnderTest: true,
  };
}
