import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/** A body on its way through the proxy: its bytes as they are, at the pace of the receiver, with a copy of them. */
export class ForwardedBody {
  /** Resolves once the body is complete, cut short, or too large to wait for. */
  readonly held: Promise<void>;
  /** Resolves once there is no more of it. */
  readonly ended: Promise<void>;
  private readonly message: IncomingMessage;
  private readonly maxBytes: number;
  private chunks: Buffer[] = [];
  private size = 0;
  private sink: Writable | undefined;
  private hold: () => void = () => {};

  /** @param maxBytes as much of it is kept to be checked; what is larger only passes through */
  constructor(message: IncomingMessage, maxBytes: number) {
    this.message = message;
    this.maxBytes = maxBytes;
    this.held = new Promise((resolve) => {
      this.hold = resolve;
    });
    this.ended = new Promise((resolve) => {
      for (const event of ['end', 'close', 'error']) message.on(event, () => resolve());
    });
    void this.ended.then(this.hold);
    message.on('data', (chunk: Buffer) => this.receive(chunk));
  }

  get isTooLarge(): boolean {
    return this.size > this.maxBytes;
  }

  /** What has come so far; empty if it is too large to be kept. */
  get kept(): Buffer {
    const [first, ...others] = this.chunks;
    return first && others.length === 0 ? first : Buffer.concat(this.chunks);
  }

  /** The whole body once it is complete; undefined if it is too large to be kept. */
  get whole(): Buffer | undefined {
    return this.message.complete && !this.isTooLarge ? this.kept : undefined;
  }

  /** Sends what has come, and the rest as it comes; the caller ends the receiver. */
  sendTo(sink: Writable): void {
    for (const chunk of this.chunks) sink.write(chunk);
    if (this.isTooLarge) this.chunks = [];
    this.sink = sink;
    for (const event of ['drain', 'close']) sink.on(event, () => this.message.resume());
    this.message.resume();
  }

  private receive(chunk: Buffer): void {
    const { sink, message } = this;
    this.size += chunk.length;
    if (!sink || !this.isTooLarge) this.chunks.push(chunk);
    else this.chunks = [];
    if (sink) {
      if (!sink.destroyed && !sink.write(chunk)) message.pause();
    } else if (this.isTooLarge) {
      // It waits for its receiver: nothing of it may be lost.
      message.pause();
      this.hold();
    }
  }
}
