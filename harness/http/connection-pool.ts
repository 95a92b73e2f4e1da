import type { Agent, AgentOptions, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { readArrived } from '../core/util/event-loop.ts';
import type { AttemptResult } from './request-attempt.ts';
import { Semaphore } from './semaphore.ts';

/** How long a connection is kept, and how long a new one may wait; shorter if the response timeout is. */
const MAX_KEEP_ALIVE_MS = 1000;

/** Time of a socket's first request. node:http does not set `reusedSocket` for a request that had to wait for it. */
const firstUseBySocket = new WeakMap<object, number>();

function ageOf(socket: Socket): number | undefined {
  const firstUse = firstUseBySocket.get(socket);
  return firstUse === undefined ? undefined : performance.now() - firstUse;
}

/** True if the socket has carried another request before. Must be called once per request. */
export function isReused(socket: Socket): boolean {
  if (firstUseBySocket.has(socket)) return true;
  firstUseBySocket.set(socket, performance.now());
  return false;
}

export interface ConnectionOptions {
  readonly count: number;
  /** Milliseconds until a response must be complete. */
  readonly timeoutMs: number;
  readonly create: (options: AgentOptions) => Agent;
}

/** A request on a new connection, whose response has not come yet. */
interface PendingConnection {
  /** How often the timer found it waiting: a time in which the event loop was blocked counts once, however long it was. */
  ticks: number;
  /** Number of responses on reused connections when it was opened. */
  readonly reuseCount: number;
}

/** Ticks of half the time that a connection is kept; the first can come at once. */
const SLOW_CONNECT_TICKS = 2;
const LATE_TICKS = 3;

/**
 * Keep-alive pool that degrades gracefully.
 *
 * Single-process or thread-pool servers serve only a few connections at once and starve the rest until a keep-alive
 * connection closes. The pool therefore recycles connections every second, which also gives other clients such as
 * Dredd a turn, and on detecting starvation disables keep-alive and caps concurrency at the observed number.
 */
export class ConnectionPool {
  /** Must be acquired before the timeout of a request starts: time spent waiting here is not the service's. */
  readonly semaphore: Semaphore;
  private readonly options: ConnectionOptions;
  private readonly maxKeepAliveMs: number;
  private readonly timer: NodeJS.Timeout;
  private current: Agent;
  private isStarving = false;
  /** Connections that the service is assumed to serve at once. */
  private concurrency: number;
  /** Number of responses on connections that had carried another request before. */
  private reuseCount = 0;
  private readonly served = new WeakSet<object>();
  private readonly pending = new Map<Socket, PendingConnection>();

  constructor(options: ConnectionOptions) {
    const { count, timeoutMs, create } = options;
    this.options = options;
    this.concurrency = count;
    this.semaphore = new Semaphore(count);
    this.maxKeepAliveMs = Math.min(MAX_KEEP_ALIVE_MS, timeoutMs / 4);
    this.current = create({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
    this.timer = setInterval(() => void readArrived().then(() => this.tick()), this.maxKeepAliveMs / 2).unref();
  }

  get agent(): Agent {
    return this.current;
  }

  /**
   * Observes a request, from before it has a socket.
   * @returns a callback for its result
   */
  watch(client: ClientRequest, agent: Agent): (result: AttemptResult) => void {
    // If a service with few connections hangs, probing it with one request at a time would only take longer.
    if (this.isStarving)
      return (result) => this.semaphore.setCount(hasResponse(result) ? this.concurrency : this.options.count);
    if (agent !== this.current) return () => undefined;
    let newSocket: Socket | undefined;
    client.once('socket', (socket) => {
      const age = ageOf(socket);
      if (age === undefined) {
        newSocket = socket;
        this.pending.set(socket, { ticks: 0, reuseCount: this.reuseCount });
      }
      // The agent opens another; `Connection: keep-alive` in the request is no promise (RFC 9112 section 9.5).
      else if (age > this.maxKeepAliveMs) client.shouldKeepAlive = false;
    });
    return (result) => {
      if (newSocket) this.pending.delete(newSocket);
      if (!hasResponse(result)) return;
      if (newSocket) this.served.add(newSocket);
      else if (result.wasReused) this.reuseCount++;
    };
  }

  close(): void {
    clearInterval(this.timer);
    this.current.destroy();
  }

  private tick(): void {
    // The last tick may have been waiting for what arrived.
    if (this.isStarving) return;
    for (const pending of this.pending.values()) pending.ticks++;
    const late = [...this.pending.values()].filter(({ ticks }) => ticks >= LATE_TICKS);
    closeIdle(this.current, late.length > 0 ? 0 : this.maxKeepAliveMs);
    this.detectSlowConnects();
    const served = this.countServed();
    // Each connection had at most one request in flight then: at least one of these was sent, on a reused one, while others waited.
    const overtaken = late.some(({ reuseCount }) => this.reuseCount - reuseCount > served);
    if (overtaken && served > 0 && served <= this.options.count / 2) this.disableKeepAlive(served);
  }

  /** A full backlog drops SYN packets, which are resent seconds later: fewer connections avoid that (listen(2)). */
  private detectSlowConnects(): void {
    const isSlow = [...this.pending].some(([socket, { ticks }]) => socket.connecting && ticks === SLOW_CONNECT_TICKS);
    if (!isSlow) return;
    this.concurrency = Math.ceil(this.concurrency / 2);
    this.semaphore.setCount(this.concurrency);
  }

  /** Counts the open connections that have had a response. */
  private countServed(): number {
    const { sockets, freeSockets } = this.current;
    return [...socketsOf(sockets), ...socketsOf(freeSockets)].filter((socket) => this.served.has(socket)).length;
  }

  private disableKeepAlive(served: number): void {
    clearInterval(this.timer);
    this.isStarving = true;
    this.concurrency = Math.min(this.concurrency, served);
    this.semaphore.setCount(this.concurrency);
    const previous = this.current;
    // No `maxSockets`: with it, node:http would keep connections alive while requests wait for one.
    this.current = this.options.create({ keepAlive: false });
    previous.on('free', () => closeIdle(previous, 0));
    closeIdle(previous, 0);
  }
}

function hasResponse({ response }: AttemptResult): boolean {
  return !('kind' in response);
}

/** Closes idle sockets of at least the age; a request may be waiting for the connection they take. */
function closeIdle({ freeSockets }: Agent, minAgeMs: number): void {
  for (const socket of socketsOf(freeSockets)) if ((ageOf(socket) ?? 0) >= minAgeMs) socket.destroy();
}

function socketsOf(byName: Agent['sockets']): Socket[] {
  return Object.values(byName).flatMap((sockets) => sockets ?? []);
}
