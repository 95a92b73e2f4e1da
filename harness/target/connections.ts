import type { Agent, AgentOptions, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for which a request on a new connection waits, while others are answered, before nothing is kept open any more. */
const STARVING = 1000;

/** Such a service seldom lets more than five connections wait for it: others are lost on their way, and tried again seconds later. */
const WAITING = 4;

/** Sockets that have carried a request; `reusedSocket` of node:http is not set for a request that had to wait for its socket. */
const used = new WeakSet<object>();

/** Whether a socket that a request is given has carried another before. */
export function isReused(socket: Socket): boolean {
  if (used.has(socket)) return true;
  used.add(socket);
  return false;
}

/**
 * The kept connections of a run. A service that serves one connection at a time would serve the first that is kept alone: once that is
 * seen, connections are closed after each answer, so that all have their turn.
 */
export class Connections {
  private readonly make: (options: AgentOptions) => Agent;
  private readonly count: number;
  private current: Agent;
  private crowded = false;
  private answers = 0;

  constructor(count: number, make: (options: AgentOptions) => Agent) {
    this.make = make;
    this.count = count;
    this.current = make({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  }

  get agent(): Agent {
    return this.current;
  }

  /**
   * Watches a request from before it has its socket.
   * @returns what to call once it has its result
   */
  watch(client: ClientRequest, agent: Agent): () => void {
    if (this.crowded || agent !== this.current) return () => undefined;
    const before = this.answers;
    let timer: NodeJS.Timeout | undefined;
    client.once('socket', (socket) => {
      if (!used.has(socket)) timer = setTimeout(() => this.answers > before && this.keepNone(), STARVING);
    });
    return () => {
      this.answers++;
      clearTimeout(timer);
    };
  }

  close(): void {
    this.current.destroy();
  }

  private keepNone(): void {
    if (this.crowded) return;
    this.crowded = true;
    const kept = this.current;
    this.current = this.make({ keepAlive: false, maxSockets: Math.min(this.count, WAITING) });
    kept.on('free', () => closeIdle(kept));
    closeIdle(kept);
  }
}

/** Closes what carries no request; another may have been waiting for a socket that is free. */
function closeIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of [...(sockets ?? [])]) socket.destroy();
}
