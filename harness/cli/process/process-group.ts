import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const KILL_GRACE_MS = 5000;
const POLL_MS = 20;
/** How long to wait for the last output of a command: processes that it left behind may keep its streams open. */
const FLUSH_MS = 200;
/** How much output is retained: its end has the reason of a failure. */
const OUTPUT_TAIL_CHARS = 16_384;

/** A shell command with all processes that it starts, in a separate process group: Ctrl-C reaches it through {@link stop} only. */
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
    // No process is left behind, even if this program crashes.
    process.once('exit', this.killNow);
  }

  /** The end of its output to both streams. */
  get output(): string {
    return this.outputTail.trimEnd();
  }

  /** Why it failed; undefined while it runs or if it succeeded. */
  get failure(): string | undefined {
    const { exitCode, signalCode } = this.child;
    if (signalCode !== null) return `was killed by ${signalCode}`;
    return exitCode === null || exitCode === 0 ? undefined : `failed with exit code ${exitCode}`;
  }

  /** Resolves when the command has ended and its output is read; processes that it started may still run. */
  async end(): Promise<void> {
    await this.ended;
  }

  /** Ends every process of the group: with SIGTERM, then with SIGKILL. */
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

  /** Sends a signal to every process of the group; returns false if none is left. */
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
