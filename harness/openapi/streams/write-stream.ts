import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, StreamFormat } from '../../core/model.ts';
import { parseMediaType } from '../media-type.ts';
import { writeEvent } from './event-stream.ts';
import { RECORD_SEPARATOR } from './json-sequence.ts';
import { writePart } from './multipart.ts';

export const STREAM_BOUNDARY = 'part-of-the-stream';

/** Writes the items of a stream. */
export interface StreamWriter {
  /** With the boundary of multipart. */
  readonly contentType: string;
  item(value: JsonValue): Uint8Array;
  /** What ends the stream. */
  readonly end: Uint8Array;
}

const NOTHING = new Uint8Array();

/** Creates what writes streams in a media type. An item of an event stream is an object of fields; any other value is its data. */
export function streamWriter(format: StreamFormat, contentType: string): StreamWriter {
  const text = (write: (value: JsonValue) => string) => ({
    contentType,
    item: (value: JsonValue) => Buffer.from(write(value)),
    end: NOTHING,
  });
  switch (format) {
    case 'event-stream':
      return text((value) => writeEvent(isObject(value) ? value : { data: value }));
    case 'json-lines':
      return text((value) => `${stringifyJson(value)}\n`);
    case 'json-seq':
      return text((value) => `${String.fromCharCode(RECORD_SEPARATOR)}${stringifyJson(value)}\n`);
    case 'multipart':
      return multipartWriter(contentType);
  }
}

function multipartWriter(contentType: string): StreamWriter {
  const declared = parseMediaType(contentType)?.parameters.get('boundary');
  const boundary = declared ?? STREAM_BOUNDARY;
  return {
    contentType: declared ? contentType : `${contentType}; boundary=${boundary}`,
    item: (value) =>
      Buffer.from(writePart(value, boundary, typeof value === 'string' ? 'text/plain' : 'application/json')),
    end: Buffer.from(`--${boundary}--\r\n`),
  };
}
