import type { Answer, Fault, Request } from '../../core/model.ts';
import { utf8 } from '../text/excerpt.ts';
import { type Codec, flag, list, maybe, misfit, number, object, optional, text, whole, word } from './codec.ts';

const spelling = object({ text: optional(text), base64: optional(text) });

/** Bytes: `{"text"}` where they are UTF-8, else `{"base64"}`. */
const bytes: Codec<Uint8Array> = {
  write: (value) => {
    const content = utf8(value);
    return content === undefined ? { base64: Buffer.from(value).toString('base64') } : { text: content };
  },
  read: (json, at) => {
    const spelt = spelling.read(json, at);
    if ((spelt.text === undefined) === (spelt.base64 === undefined)) throw misfit(at, 'either text or base64', json);
    const read = Buffer.from(spelt.text ?? spelt.base64 ?? '', spelt.text === undefined ? 'base64' : 'utf8');
    if (spelt.base64 !== undefined && read.toString('base64') !== spelt.base64) throw misfit(at, 'base64', json);
    return Uint8Array.from(read);
  },
};

const header: Codec<readonly [name: string, value: string]> = {
  write: (value) => value,
  read: (json, at) => {
    const [name, value, ...more] = list(text).read(json, at);
    if (name === undefined || value === undefined || more.length > 0) throw misfit(at, 'a name and a value', json);
    return [name, value];
  },
};

const request: Codec<Request> = object({ method: text, path: text, headers: list(header), body: maybe(bytes) });

const answer: Codec<Answer> = object({
  status: whole,
  statusText: text,
  httpVersion: text,
  headers: list(header),
  bytes,
  omitted: optional(whole),
  complete: flag,
  ms: number,
});

const fault: Codec<Fault> = object({
  fault: word('connect', 'reset', 'timeout', 'cut', 'garbage', 'too-large', 'foreign', 'aborted'),
  detail: text,
  ms: number,
  partial: optional(answer),
});

const whatCame: Codec<Answer | Fault> = {
  write: (value) => ('fault' in value ? fault.write(value) : answer.write(value)),
  read: (json, at) =>
    typeof json === 'object' && json !== null && 'fault' in json ? fault.read(json, at) : answer.read(json, at),
};

/** A request with what came back. */
export const exchange = object({ request, answer: whatCame });
