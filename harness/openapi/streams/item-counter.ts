import type { StreamFormat } from '../../core/model.ts';
import { RECORD_SEPARATOR } from './json-sequence.ts';

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
/** Longer than a boundary (RFC 2046 section 5.1.1), with the dashes before it. */
const KEPT_BYTES = 80;

/** Counts the complete items of a stream while it arrives; in linear time, however it is cut into chunks. */
export class ItemCounter {
  count = 0;
  private readonly isItemEnd: (line: string) => boolean;
  private line = '';
  private afterReturn = false;

  constructor(format: StreamFormat, boundary = '') {
    this.isItemEnd = LINES[format](boundary);
  }

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      const isSecondHalf = byte === LINE_FEED && this.afterReturn;
      this.afterReturn = byte === CARRIAGE_RETURN;
      if (isSecondHalf) continue;
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) {
        if (this.line.length < KEPT_BYTES) this.line += String.fromCharCode(byte);
        continue;
      }
      if (this.isItemEnd(this.line)) this.count++;
      this.line = '';
    }
  }
}

/** Whether a line ends an item, given its beginning; the first of what only begins items ends none. */
const LINES: Readonly<Record<StreamFormat, (boundary: string) => (line: string) => boolean>> = {
  'event-stream': () => {
    let hasData = false;
    return (line) => {
      if (line !== '') {
        hasData ||= line === 'data' || line.startsWith('data:');
        return false;
      }
      const isEnd = hasData;
      hasData = false;
      return isEnd;
    };
  },
  'json-lines': () => (line) => line.trim() !== '',
  'json-seq': () => afterFirst((line) => line.charCodeAt(0) === RECORD_SEPARATOR),
  multipart: (boundary) => afterFirst((line) => line.startsWith(`--${boundary}`)),
};

function afterFirst(begins: (line: string) => boolean): (line: string) => boolean {
  let count = 0;
  return (line) => begins(line) && count++ > 0;
}
