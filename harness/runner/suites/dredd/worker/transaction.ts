import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { TransportErrorKind } from '../../../../core/model.ts';
import * as transports from '../../../../http/transport.ts';
import { gavelErrors } from './gavel-errors.ts';
import type { DreddTest, RealResponse } from './load-dredd.ts';
import type { DreddRealResponse, DreddResult, DreddTransaction } from './messages.ts';
import { type NetworkError, reachedServer, transportErrorKind } from './network-error.ts';

/**
 * The agent of a run. It keeps no connection: a service may close an idle one at any time, which would look like a service that drops
 * requests (RFC 9112 9.3.1), and a new one costs but 0.2 of the 3 ms of a transaction.
 */
export function agentFor(endpoint: string, transport: transports.Transport = {}): Agent {
  return transports.agentFor(endpoint, transport, { keepAlive: false });
}

/** Bytes that a transaction may bring, as for the other suites: Dredd would keep all that comes until the time is over. */
const MAX_BYTES = 8 * 1024 * 1024;
const SIZE_CHECK_INTERVAL_MS = 20;

/** One transaction on its way through Dredd, which runs them one after another. */
export class TransactionRun {
  readonly transaction: DreddTransaction;
  readonly #agent: Agent;
  readonly #timeoutMs: number;
  readonly #started = performance.now();
  readonly #deadline: NodeJS.Timeout;
  readonly #weighing: NodeJS.Timeout;
  #expired: TransportErrorKind | undefined;
  #actual: DreddRealResponse | undefined;

  constructor(transaction: DreddTransaction, agent: Agent, timeoutMs: number) {
    this.transaction = transaction;
    this.#agent = agent;
    this.#timeoutMs = timeoutMs;
    this.#deadline = setTimeout(() => this.#expire(), timeoutMs);
    this.#weighing = setInterval(() => this.#weigh(), SIZE_CHECK_INTERVAL_MS);
  }

  /** Dredd's `http.timeout` begins anew with each byte, so that an answer in drops would never end; this does not. */
  #expire(): void {
    this.#expired = this.#sockets().some((socket) => socket.connecting) ? 'connect' : 'timeout';
    this.#agent.destroy();
  }

  #weigh(): void {
    if (!this.#sockets().some((socket) => socket.bytesRead > MAX_BYTES)) return;
    this.#expired = 'too-large';
    this.#agent.destroy();
  }

  #sockets(): Socket[] {
    return Object.values(this.#agent.sockets).flatMap((list) => list ?? []);
  }

  /** Keeps the answer as it came, before anything in it is changed for the comparison. */
  observe(real: RealResponse): void {
    this.#actual = {
      statusCode: real.statusCode,
      headers: Object.entries(real.headers).flatMap(([name, value]) =>
        [value].flat().map((one) => ({ name, value: one })),
      ),
      // A copy of its own, because a small Buffer would take the whole pool that it lies in along to the other thread.
      body: new Uint8Array(Buffer.from(real.body ?? '', real.bodyEncoding)),
    };
  }

  /** The result of a transaction that Dredd judged or skipped. */
  validated(verdict: 'pass' | 'fail' | 'skip', test: DreddTest): DreddResult {
    const errors = gavelErrors(test.results?.fields ?? {});
    const reason = verdict === 'pass' || errors.length > 0 ? {} : { reason: test.message };
    return { ...this.#result(verdict), errors, ...reason };
  }

  /** The result of a transaction that Dredd could not carry out or not judge. */
  failed(error: NetworkError): DreddResult {
    const fault = this.#expired ?? transportErrorKind(error);
    const reason = this.#expired === undefined ? error.message || `${error.code}` : this.#expiry();
    return { ...this.#result(reachedServer(fault) ? 'fail' : 'error'), ...(fault && { networkError: fault }), reason };
  }

  #expiry(): string {
    if (this.#expired === 'too-large') return `the answer is longer than ${MAX_BYTES} bytes; reading was stopped`;
    const missing = this.#expired === 'connect' ? 'no connection' : 'no whole answer';
    return `${missing} within ${this.#timeoutMs} ms`;
  }

  #result(verdict: DreddResult['status']): DreddResult {
    clearTimeout(this.#deadline);
    clearInterval(this.#weighing);
    const ms = performance.now() - this.#started;
    return {
      id: this.transaction.id,
      status: verdict,
      errors: [],
      ...(this.#actual && { actual: this.#actual }),
      durationMs: ms,
    };
  }
}
