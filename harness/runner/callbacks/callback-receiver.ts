import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { isLoopback } from '../../core/util/loopback.ts';
import type { KnownValue } from '../../generate/requests/known-values.ts';
import { MAX_BODY_BYTES, readRequest } from '../../mock/server/read-request.ts';
import { type Callback, callbacksOf } from '../../openapi/callbacks.ts';
import type { Contract } from '../../openapi/contract.ts';
import { compileRequestValidator, type RequestValidator } from '../../openapi/request/validate-request.ts';
import type { RunContext } from '../context.ts';
import type { CallbackAddress } from './callback-address.ts';
import { callbackResponse } from './callback-response.ts';
import { type CallbackSource, callbackSource } from './callback-source.ts';
import { CallbackViolations } from './callback-violations.ts';

/** A callback of an operation under test. */
interface Expected {
  readonly owner: Operation;
  readonly callback: Callback;
  /** Undefined if no request can choose where it is sent. */
  readonly source: CallbackSource | undefined;
  /** Path below which it is received. */
  readonly base: string;
  readonly validate: RequestValidator;
  received: number;
}

const POLL_MS = 20;

/** Receives the callbacks of the service under test, responds as the document says, and checks them. */
export class CallbackReceiver {
  readonly violations: CallbackViolations;
  private readonly contract: Contract;
  private readonly expected: readonly Expected[];
  private readonly server = createServer((message, response) => {
    readRequest(message, MAX_BODY_BYTES, (request) => this.receive(request, response));
  });
  private unknown = 0;
  private readonly pending = new Set<Promise<unknown>>();

  private constructor(contract: Contract, operations: readonly Operation[]) {
    this.contract = contract;
    this.violations = new CallbackViolations(contract);
    this.expected = operations.flatMap((owner, index) =>
      callbacksOf(contract, owner).map((callback) => ({
        ...{ owner, callback, source: callbackSource(callback, owner), base: `/${index}` },
        validate: compileRequestValidator(contract, callback.operation),
        received: 0,
      })),
    );
  }

  /** @throws {UsageError} if the port is not free, and for a document without callbacks */
  static async open(
    contract: Contract,
    operations: readonly Operation[],
    { host, port }: CallbackAddress,
  ): Promise<{ readonly receiver: CallbackReceiver; readonly values: Map<string, KnownValue[]> }> {
    const receiver = new CallbackReceiver(contract, operations);
    if (receiver.expected.length === 0) throw new UsageError('--callback-host: no operation under test has callbacks');
    const { server } = receiver;
    try {
      server.listen(port, isLoopback(host) ? '127.0.0.1' : '0.0.0.0');
      await once(server, 'listening');
    } catch (error) {
      throw new UsageError(`cannot receive callbacks on port ${port}: ${(error as Error).message}`);
    }
    return { receiver, values: receiver.values(`http://${host}:${(server.address() as AddressInfo).port}`) };
  }

  /** Waits until each callback has come that an accepted request may cause, for a while. */
  async settle({ executor: { serviceState, signal } }: Pick<RunContext, 'executor'>, maxMs: number): Promise<void> {
    const isOpen = () =>
      this.expected.some(
        ({ owner, source, received }) => source && received === 0 && serviceState.acceptingOperations.has(owner.id),
      );
    const end = performance.now() + maxMs;
    while (isOpen() && performance.now() < end && !signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await Promise.all(this.pending);
  }

  /** Says what was received and what was not. */
  notes({ executor: { serviceState } }: Pick<RunContext, 'executor'>): string[] {
    const named = ({ owner, callback }: Expected) => `callback ${callback.name} of ${owner.id}`;
    const notes = this.expected.flatMap((each) => {
      if (!each.source) return [`${named(each)} cannot be received: no request says where it is sent`];
      if (each.received > 0) return [`${named(each)} was received ${each.received} times`];
      return serviceState.acceptingOperations.has(each.owner.id) ? [`${named(each)} was not received`] : [];
    });
    return this.unknown > 0
      ? [...notes, `${this.unknown} requests to the callback host are not in the document`]
      : notes;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all(this.pending);
  }

  private values(baseUrl: string): Map<string, KnownValue[]> {
    const values = new Map<string, KnownValue[]>();
    for (const { owner, source, base } of this.expected) {
      if (!source) continue;
      const own = values.get(owner.id) ?? [];
      own.push({ ...source.place, value: baseUrl + base, isAdded: true });
      values.set(owner.id, own);
    }
    return values;
  }

  private receive(request: ReceivedRequest, response: ServerResponse): void {
    const expected = this.find(request);
    if (!expected) {
      this.unknown++;
      response.writeHead(404).end();
      return;
    }
    expected.received++;
    const { status, headers, body } = callbackResponse(this.contract, expected.callback.operation);
    response.writeHead(status, headers).end(body);
    const checked = this.check(expected, request).finally(() => this.pending.delete(checked));
    this.pending.add(checked);
  }

  private async check({ owner, callback, validate }: Expected, request: ReceivedRequest): Promise<void> {
    const { violations } = await validate(request, {});
    for (const violation of violations) this.violations.add(owner, callback, request, violation);
  }

  private find({ method, target }: ReceivedRequest): Expected | undefined {
    const isAt = ({ base, source }: Expected) =>
      target.startsWith(base) && source?.rest.test(target.slice(base.length));
    return this.expected.find((each) => each.callback.operation.method === method && isAt(each));
  }
}
