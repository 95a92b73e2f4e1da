import type { Agent, AgentOptions, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Semaphore } from './semaphore.ts';

/** Milliseconds for which a connection is kept, and for which a new one waits before it counts as not served; less where answers are due sooner. */
const MAX_KEEP_ALIVE_MS = 1000;

/** Sockets that have carried a request, with the time of their first; `reusedSocket` of node:http is not set for a request that had to wait. */
const firstUsed = new WeakMap<object, number>();

/** Milliseconds since a socket was given its first request. */
function ageOf(socket: Socket): number | undefined {
  const since = firstUsed.get(socket);
  return since === undefined ? undefined : performance.now() - since;
}

/** Whether a socket that a request is given has carried another before. */
export function isReused(socket: Socket): boolean {
  if (firstUsed.has(socket)) return true;
  firstUsed.set(socket, performance.now());
  return false;
}

export interface ConnectionOptions {
  readonly count: number;
  /** Milliseconds for a whole answer. */
  readonly timeoutMs: number;
  readonly create: (options: AgentOptions) => Agent;
}

/** A request that waits on a connection that has carried none before. */
interface Waiting {
  readonly since: number;
  /** How many answers there had been by then. */
  readonly servedCount: number;
  /** Whether it was told that its connection was not made. */
  hasNoConnection: boolean;
}

/**
 * The kept connections of a run. A service may serve but a few connections at a time, each for as long as it is kept: one process that
 * accepts in a loop, a pool of threads. No connection is kept for long, therefore, so that others, such as Dredd's, have their turn. Once it
 * is seen that new ones wait while few are served again and again, none is kept at all, and there are no more at once than are served.
 */
export class ConnectionPool {
  /** To be taken before a request gets its time: a service is not to blame for what waits on this side. */
  readonly semaphore: Semaphore;
  private readonly options: ConnectionOptions;
  private readonly maxKeepAliveMs: number;
  private readonly timer: NodeJS.Timeout;
  private current: Agent;
  private crowded = false;
  /** How many connections the service serves at once, as far as it is known. */
  private isScarce: number;
  private tickedAt = performance.now();
  private servedCount = 0;
  private readonly served = new WeakSet<object>();
  private readonly waiting = new Map<Socket, Waiting>();

  constructor(options: ConnectionOptions) {
    const { count, timeoutMs, create } = options;
    this.options = options;
    this.isScarce = count;
    this.semaphore = new Semaphore(count);
    this.maxKeepAliveMs = Math.min(MAX_KEEP_ALIVE_MS, timeoutMs / 4);
    this.current = create({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
    this.timer = setInterval(() => this.tick(), this.maxKeepAliveMs / 2).unref();
  }

  get agent(): Agent {
    return this.current;
  }

  /**
   * Watches a request from before it has its socket.
   * @returns what to call once it has its result, with whether that is an answer
   */
  watch(client: ClientRequest, agent: Agent): (answered: boolean) => void {
    // Where a service of few connections hangs, there is no use in letting it hang for one request after another.
    if (this.crowded) return (answered) => this.semaphore.setCount(answered ? this.isScarce : this.options.count);
    if (agent !== this.current) return () => undefined;
    let first: Socket | undefined;
    client.once('socket', (socket) => {
      const age = ageOf(socket);
      if (age === undefined) {
        first = socket;
        this.waiting.set(socket, { since: performance.now(), servedCount: this.servedCount, hasNoConnection: false });
      }
      // The agent opens another in its place; the service was told that it is kept, which is no promise (RFC 9112 section 9.5).
      else if (age > this.maxKeepAliveMs) client.shouldKeepAlive = false;
    });
    return () => {
      this.servedCount++;
      if (!first) return;
      this.waiting.delete(first);
      this.served.add(first);
    };
  }

  close(): void {
    clearInterval(this.timer);
    this.current.destroy();
  }

  private tick(): void {
    const now = performance.now();
    const stalled = now - this.tickedAt > this.maxKeepAliveMs;
    this.tickedAt = now;
    // What has come meanwhile is not read yet.
    if (stalled) return;
    const late = [...this.waiting.values()].filter(({ since }) => now - since >= this.maxKeepAliveMs);
    closeIdle(this.current, late.length > 0 ? 0 : this.maxKeepAliveMs);
    this.detectStarvation(now);
    const served = this.countServed();
    // More answers than connections: one of them at least was used again, ahead of those that wait.
    const overtaken = late.some(({ servedCount }) => this.servedCount - servedCount > served);
    if (overtaken && served > 0 && served <= this.options.count / 2) this.disableKeepAlive(served);
  }

  /** A service whose backlog is full lets connections be lost, which are tried again seconds later: fewer at once are not (listen(2)). */
  private detectStarvation(now: number): void {
    const unmade = [...this.waiting].filter(
      ([socket, { since, hasNoConnection: reported }]) =>
        socket.connecting && !reported && now - since >= this.maxKeepAliveMs / 2,
    );
    for (const [, each] of unmade) each.hasNoConnection = true;
    if (unmade.length === 0) return;
    this.isScarce = Math.ceil(this.isScarce / 2);
    this.semaphore.setCount(this.isScarce);
  }

  /** How many of the connections that are open have been served. */
  private countServed(): number {
    const { sockets, freeSockets } = this.current;
    return [...socketsOf(sockets), ...socketsOf(freeSockets)].filter((socket) => this.served.has(socket)).length;
  }

  private disableKeepAlive(served: number): void {
    clearInterval(this.timer);
    this.crowded = true;
    this.isScarce = Math.min(this.isScarce, served);
    this.semaphore.setCount(this.isScarce);
    const kept = this.current;
    // Without a bound: with one, node:http would keep a connection for as long as requests wait for it.
    this.current = this.options.create({ keepAlive: false });
    kept.on('free', () => closeIdle(kept, 0));
    closeIdle(kept, 0);
  }
}

/** Closes what is that many milliseconds old and carries no request; another may have been waiting for a socket that is free. */
function closeIdle({ freeSockets }: Agent, age: number): void {
  for (const socket of socketsOf(freeSockets)) if ((ageOf(socket) ?? 0) >= age) socket.destroy();
}

function socketsOf(byName: Agent['sockets']): Socket[] {
  return Object.values(byName).flatMap((sockets) => sockets ?? []);
}
