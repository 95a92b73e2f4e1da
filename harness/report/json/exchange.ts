import type { HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import { utf8 } from '../text/excerpt.ts';
import {
  array,
  boolean,
  type Codec,
  enumOf,
  integer,
  nullable,
  number,
  object,
  optional,
  string,
  typeMismatch,
} from './codec.ts';

const spelling = object({ text: optional(string), base64: optional(string) });

/** Bytes: `{"text"}` where they are UTF-8, else `{"base64"}`. */
const bytes: Codec<Uint8Array> = {
  write: (value) => {
    const content = utf8(value);
    return content === undefined ? { base64: Buffer.from(value).toString('base64') } : { text: content };
  },
  read: (json, at) => {
    const spelt = spelling.read(json, at);
    if ((spelt.text === undefined) === (spelt.base64 === undefined))
      throw typeMismatch(at, 'either text or base64', json);
    const read = Buffer.from(spelt.text ?? spelt.base64 ?? '', spelt.text === undefined ? 'base64' : 'utf8');
    if (spelt.base64 !== undefined && read.toString('base64') !== spelt.base64) throw typeMismatch(at, 'base64', json);
    return Uint8Array.from(read);
  },
};

const header: Codec<readonly [name: string, value: string]> = {
  write: (value) => value,
  read: (json, at) => {
    const [name, value, ...more] = array(string).read(json, at);
    if (name === undefined || value === undefined || more.length > 0)
      throw typeMismatch(at, 'a name and a value', json);
    return [name, value];
  },
};

const request: Codec<HttpRequest> = object({
  method: string,
  path: string,
  headers: array(header),
  body: nullable(bytes),
});

const response: Codec<HttpResponse> = object({
  status: integer,
  statusText: string,
  httpVersion: string,
  headers: array(header),
  body: bytes,
  truncatedBytes: optional(integer),
  complete: boolean,
  durationMs: number,
});

const transportError: Codec<TransportError> = object({
  kind: enumOf('connect', 'reset', 'timeout', 'truncated', 'malformed', 'too-large', 'cross-talk', 'aborted'),
  detail: string,
  durationMs: number,
  partial: optional(response),
});

const whatCame: Codec<HttpResponse | TransportError> = {
  write: (value) => ('kind' in value ? transportError.write(value) : response.write(value)),
  read: (json, at) =>
    typeof json === 'object' && json !== null && 'kind' in json
      ? transportError.read(json, at)
      : response.read(json, at),
};

/** A request with what came back. */
export const exchange = object({ request, response: whatCame });
