import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_GRACE_MS = 5000;
const POLL_MS = 20;
/** Milliseconds for the last output of a command that has ended; processes that it left behind may hold its streams open. */
const FLUSH_MS = 200;
/** Characters of output that are kept: the end of it tells why a program gave up. */
const OUTPUT_TAIL_CHARS = 16_384;

/** A shell command with all processes that it starts: a group of its own, so that Ctrl-C reaches it through {@link stop} alone. */
export class ProcessGroup {
  readonly command: string;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  private outputTail = '';
  private readonly killNow = () => this.signal('SIGKILL');

  constructor(command: string) {
    this.command = command;
    this.child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(this.child, 'close');
    this.ended = once(this.child, 'exit').then(() =>
      Promise.race([closed, pause(FLUSH_MS, undefined, { ref: false })]),
    );
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.outputTail = (this.outputTail + text).slice(-OUTPUT_TAIL_CHARS);
      });
    // Whatever ends this program, and be it an error of its own, leaves no process behind.
    process.once('exit', this.killNow);
  }

  /** What it wrote last, to both streams. */
  get output(): string {
    return this.outputTail.trimEnd();
  }

  /** Why it ended by itself other than in order; undefined while it runs, and where it ended well. */
  get failure(): string | undefined {
    const { exitCode, signalCode } = this.child;
    if (signalCode !== null) return `was ended by ${signalCode}`;
    return exitCode === null || exitCode === 0 ? undefined : `ended with exit code ${exitCode}`;
  }

  /** Resolves when the command itself has ended and its output is read; processes that it started may go on. */
  async end(): Promise<void> {
    await this.ended;
  }

  /** Ends every process of the group: asks first, then insists. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    for (const deadline = performance.now() + KILL_GRACE_MS; this.isAlive() && performance.now() < deadline; )
      await pause(POLL_MS);
    this.signal('SIGKILL');
    process.off('exit', this.killNow);
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  private isAlive(): boolean {
    return this.signal(0);
  }

  /** Reaches every process of the group; false where none is left. */
  private signal(signal: NodeJS.Signals | 0): boolean {
    if (this.child.pid === undefined) return false;
    try {
      return process.kill(-this.child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  }
}
