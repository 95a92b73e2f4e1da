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

const answer: Codec<HttpResponse> = object({
  status: integer,
  statusText: string,
  httpVersion: string,
  headers: array(header),
  bytes,
  omitted: optional(integer),
  complete: boolean,
  ms: number,
});

const fault: Codec<TransportError> = object({
  fault: enumOf('connect', 'reset', 'timeout', 'cut', 'garbage', 'too-large', 'foreign', 'aborted'),
  detail: string,
  ms: number,
  partial: optional(answer),
});

const whatCame: Codec<HttpResponse | TransportError> = {
  write: (value) => ('fault' in value ? fault.write(value) : answer.write(value)),
  read: (json, at) =>
    typeof json === 'object' && json !== null && 'fault' in json ? fault.read(json, at) : answer.read(json, at),
};

/** A request with what came back. */
export const exchange = object({ request, answer: whatCame });
