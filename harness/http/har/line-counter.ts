const NEWLINE = 0x0a;

/** Finds the lines of offsets in a file that comes in chunks; the offsets increase. */
export class LineCounter {
  private chunk: Uint8Array = new Uint8Array();
  /** Offset of the chunk in the file. */
  private start = 0;
  /** Newlines are counted up to here. */
  private counted = 0;
  private lines = 1;

  add(chunk: Uint8Array): void {
    const { chunk: previous, start } = this;
    this.at(start + previous.length);
    this.start = start + previous.length;
    this.chunk = chunk;
  }

  /** Returns the line of an offset, from 1 on; of one that was passed already, the line that was reached. */
  at(offset: number): number {
    const end = Math.min(offset - this.start, this.chunk.length);
    let at = this.chunk.indexOf(NEWLINE, this.counted - this.start);
    for (; at !== -1 && at < end; at = this.chunk.indexOf(NEWLINE, at + 1)) this.lines++;
    this.counted = Math.max(this.counted, this.start + end);
    return this.lines;
  }
}
