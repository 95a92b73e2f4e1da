import type { StreamFormat } from '../../core/model.ts';
import { readEventStream } from './event-stream.ts';
import { readJsonLines } from './json-lines.ts';
import { readJsonSequence } from './json-sequence.ts';
import { readMultipartStream } from './multipart.ts';
import type { StreamInput, StreamReading } from './stream-reading.ts';

const READERS: Readonly<Record<StreamFormat, (input: StreamInput) => StreamReading>> = {
  'event-stream': readEventStream,
  'json-lines': readJsonLines,
  'json-seq': readJsonSequence,
  multipart: readMultipartStream,
};

/** Reads the items of a stream, and what is wrong with its framing. */
export function readStream(format: StreamFormat, input: StreamInput): StreamReading {
  return READERS[format](input);
}
