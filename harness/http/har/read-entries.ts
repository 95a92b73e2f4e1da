import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { InputError } from '../../core/errors.ts';
import { LineCounter } from './line-counter.ts';

type Streamparser = typeof import('#vendor/streamparser');

/** One exchange of a recording, as it is written there. */
export interface RecordedEntry {
  readonly value: unknown;
  /** From 1 on. */
  readonly number: number;
  /** The line on which it begins. */
  readonly line: number;
}

const CHUNK_BYTES = 1 << 18;
/** A HAR file begins with `{"log":`, its only property (HAR 1.2). */
const HAR_START = /^\uFEFF?\s*\{\s*"log"\s*:/;
const SNIFFED_BYTES = 4096;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Reads the exchanges of a HAR file or of NDJSON, one after another: a file of gigabytes takes no more memory than its
 * longest exchange.
 * @param stop ends the reading, of a pipe that nobody writes to as well
 * @throws {InputError} with the line, for a file that cannot be read or is no JSON
 */
export async function* readEntries(file: string, stop?: AbortSignal): AsyncGenerator<RecordedEntry> {
  let parser: EntryParser | undefined;
  for await (const chunk of readChunks(file, stop)) {
    parser ??= new EntryParser(file, HAR_START.test(chunk.toString('utf8', 0, SNIFFED_BYTES)));
    yield* parser.parse(chunk);
  }
  if (stop?.aborted) return;
  if (!parser)
    throw new InputError(`${file} is empty: record traffic as HAR 1.2, or as NDJSON with an exchange a line`);
  yield* parser.end();
}

async function* readChunks(file: string, stop: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    const stream = openStream(file);
    stop?.addEventListener('abort', () => stream.destroy());
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    if (stop?.aborted) return;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`cannot read traffic ${file}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
}

/** Opens a file or a pipe; opening a named pipe without a writer would block, whatever signal comes. */
function openStream(file: string): Readable {
  // Windows has no O_NONBLOCK.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(fd);
  if (stats.isFile()) return createReadStream(file, { fd, highWaterMark: CHUNK_BYTES });
  if (stats.isFIFO()) return openPipe(fd);
  closeSync(fd);
  throw new Error(stats.isDirectory() ? 'is a folder' : 'not a regular file');
}

/** A pipe at its end is empty, and says so only to who reads it: nothing is polled that nobody will write to. */
function openPipe(fd: number): Readable {
  const first = Buffer.alloc(CHUNK_BYTES);
  const length = readAvailable(fd, first);
  if (length === 0) {
    closeSync(fd);
    return Readable.from([]);
  }
  const pipe = new Socket({ fd, readable: true, writable: false });
  if (length !== undefined) pipe.unshift(first.subarray(0, length));
  return pipe;
}

/** @returns 0 at the end of a pipe that nobody writes to, and undefined for one that has nothing yet */
function readAvailable(fd: number, buffer: Buffer): number | undefined {
  try {
    return readSync(fd, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Finds the exchanges in the chunks of a file. */
class EntryParser {
  private readonly file: string;
  private readonly write: (chunk: Buffer) => void;
  private readonly finish: () => void;
  private readonly lines = new LineCounter();
  private readonly found: RecordedEntry[] = [];
  private count = 0;
  private line = 1;
  /** Of the latest token, without the byte order mark. */
  private offset = 0;
  private markBytes: number | undefined;

  constructor(file: string, isHar: boolean) {
    this.file = file;
    const { Tokenizer, TokenParser, TokenType } = createRequire(import.meta.url)(
      '#vendor/streamparser',
    ) as Streamparser;
    const separator = isHar ? {} : { separator: '' };
    const tokenizer = new Tokenizer(separator);
    const values = new TokenParser({ ...separator, paths: [isHar ? '$.log.entries.*' : '$'], keepStack: false });
    values.onValue = ({ value }) => {
      this.found.push({ value, number: ++this.count, line: this.line });
    };
    const entryDepth = isHar ? ['log', 'entries', 'entry'].length : 0;
    let depth = 0;
    tokenizer.onToken = (token) => {
      const { token: type, offset } = token;
      this.offset = offset;
      if (type === TokenType.LEFT_BRACE || type === TokenType.LEFT_BRACKET) {
        if (depth++ === entryDepth) this.line = this.lineAt(offset);
      } else if (type === TokenType.RIGHT_BRACE || type === TokenType.RIGHT_BRACKET) depth--;
      values.write(token);
    };
    this.write = (chunk) => tokenizer.write(chunk);
    this.finish = () => {
      if (!tokenizer.isEnded) tokenizer.end();
      if (!values.isEnded) values.end();
    };
  }

  parse(chunk: Buffer): RecordedEntry[] {
    this.markBytes ??= chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    this.lines.add(chunk);
    return this.collect(() => this.write(chunk));
  }

  end(): RecordedEntry[] {
    return this.collect(this.finish);
  }

  private lineAt(offset: number): number {
    return this.lines.at(offset + (this.markBytes ?? 0));
  }

  private collect(parse: () => void): RecordedEntry[] {
    try {
      parse();
    } catch (error) {
      const after = this.count === 0 ? '' : ` after entry ${this.count}`;
      const reason = error instanceof Error ? error.message : String(error);
      throw new InputError(`not HAR 1.2 or NDJSON${after}, or cut short: ${reason}`, {
        file: this.file,
        line: this.lineAt(this.offset),
        column: 1,
      });
    }
    return this.found.splice(0);
  }
}
