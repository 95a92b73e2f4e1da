import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { TransportErrorKind } from '../../../../core/model.ts';
import { stallAwareTimeout } from '../../../../http/stall-aware-timeout.ts';
import * as transports from '../../../../http/transport.ts';
import { gavelErrors } from './gavel-errors.ts';
import type { DreddTest, RealResponse } from './load-dredd.ts';
import type { DreddRealResponse, DreddResult, DreddTransaction } from './messages.ts';
import { type NetworkError, reachedServer, transportErrorKind } from './network-error.ts';

/**
 * Creates the agent of a run, without keep-alive: a service may close an idle connection at any time, which would look like
 * a dropped request (RFC 9112 9.3.1). A new connection takes 0.2 of the 3 ms of a transaction.
 */
export function agentFor(endpoint: string, transport: transports.Transport = {}): Agent {
  return transports.agentFor(endpoint, transport, { keepAlive: false });
}

/** Limits a response as in the other suites: Dredd would keep everything that arrives until the timeout. */
const MAX_BYTES = 8 * 1024 * 1024;
const SIZE_CHECK_INTERVAL_MS = 20;

/** One transaction in Dredd, which runs them one after another. */
export class TransactionRun {
  readonly transaction: DreddTransaction;
  readonly #agent: Agent;
  readonly #timeoutMs: number;
  readonly #started = performance.now();
  readonly #cancelTimeout: () => void;
  readonly #sizeCheck: NodeJS.Timeout;
  #expired: TransportErrorKind | undefined;
  #actual: DreddRealResponse | undefined;

  constructor(transaction: DreddTransaction, agent: Agent, timeoutMs: number) {
    this.transaction = transaction;
    this.#agent = agent;
    this.#timeoutMs = timeoutMs;
    this.#cancelTimeout = stallAwareTimeout(timeoutMs, () => this.#expire());
    this.#sizeCheck = setInterval(() => this.#checkSize(), SIZE_CHECK_INTERVAL_MS);
  }

  /** Ends the transaction: Dredd's `http.timeout` restarts with each byte, so a slow trickle would never end. */
  #expire(): void {
    this.#expired = this.#sockets().some((socket) => socket.connecting) ? 'connect' : 'timeout';
    this.#agent.destroy();
  }

  #checkSize(): void {
    if (!this.#sockets().some((socket) => socket.bytesRead > MAX_BYTES)) return;
    this.#expired = 'too-large';
    this.#agent.destroy();
  }

  #sockets(): Socket[] {
    return Object.values(this.#agent.sockets).flatMap((list) => list ?? []);
  }

  /** Keeps the response as received, before it is changed for the comparison. */
  observe(real: RealResponse): void {
    this.#actual = {
      statusCode: real.statusCode,
      headers: Object.entries(real.headers).flatMap(([name, value]) =>
        [value].flat().map((one) => ({ name, value: one })),
      ),
      // A copy: a small Buffer would take its whole pool along to the other thread.
      body: new Uint8Array(Buffer.from(real.body ?? '', real.bodyEncoding)),
    };
  }

  /** Returns the result of a transaction that Dredd validated or skipped. */
  validated(status: 'pass' | 'fail' | 'skip', test: DreddTest): DreddResult {
    const errors = gavelErrors(test.results?.fields ?? {});
    const reason = status === 'pass' || errors.length > 0 ? {} : { reason: test.message };
    return { ...this.#result(status), errors, ...reason };
  }

  /** Returns the result of a transaction that Dredd could not send or not validate. */
  failed(error: NetworkError): DreddResult {
    const networkError = this.#expired ?? transportErrorKind(error);
    const reason = this.#expired === undefined ? error.message || `${error.code}` : this.#expiry();
    return {
      ...this.#result(reachedServer(networkError) ? 'fail' : 'error'),
      ...(networkError && { networkError }),
      reason,
    };
  }

  #expiry(): string {
    if (this.#expired === 'too-large') return `the response is longer than ${MAX_BYTES} bytes; reading was stopped`;
    const missing = this.#expired === 'connect' ? 'no connection' : 'no complete response';
    return `${missing} within ${this.#timeoutMs} ms`;
  }

  #result(status: DreddResult['status']): DreddResult {
    this.#cancelTimeout();
    clearInterval(this.#sizeCheck);
    const ms = performance.now() - this.#started;
    return {
      id: this.transaction.id,
      status,
      errors: [],
      ...(this.#actual && { actual: this.#actual }),
      durationMs: ms,
    };
  }
}
