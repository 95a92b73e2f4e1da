import { seededRandom } from '../../harness/core/util/random.ts';
import { requestBytes } from './raw-http.ts';

/** Bytes for a connection; `requests` of them are whole and readable, so that each has to be responded to. */
export interface Attack {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly requests: number;
  /** What the client does after its bytes: says that no more will come, or breaks off. */
  readonly afterwards: 'end' | 'break off' | 'wait';
}

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const upTo = (random: Random, count: number) => Math.floor(random() * count);

const JSON_TYPE = 'application/json';
const RECORD = '{"id":9007199254740993,"name":"Mia","tag":"x"}';
const WORDS = [
  '',
  'a',
  '\u00e9',
  '%',
  '%zz',
  '%ff',
  'null',
  '../..',
  '[]',
  '{}',
  '"',
  "'",
  '0',
  '-1',
  '1e999',
  '__proto__',
];
const TYPES = [
  JSON_TYPE,
  'text/plain',
  'garbage',
  '',
  'application/json; charset=',
  '*/*',
  ';',
  'a/b; c="',
  'multipart/form-data',
];
const ACCEPTS = ['*/*', JSON_TYPE, 'text/html', 'garbage', '', ',', ';q=', 'a/b;q=2', '*', 'application/*;q=0'];
const PREFERENCES = [
  'code=200',
  'code=503',
  'code=',
  'code="',
  'example=tagged',
  'example=\u00e9',
  'dynamic=true',
  'dynamic',
  'wait=x',
  ',,;=',
  '='.repeat(50),
];
const METHODS = ['POST', 'GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'];

function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => upTo(random, 256)));
}

function mutate(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text);
  for (let count = 1 + upTo(random, 4); count > 0; count--) bytes[upTo(random, bytes.length)] = upTo(random, 256);
  return bytes.subarray(0, random() < 0.3 ? upTo(random, bytes.length) : bytes.length);
}

function target(random: Random): string {
  const path = pick(random, [
    '/animals',
    '/turtles',
    '/nowhere',
    '/animals/',
    '//',
    '/%61nimals',
    '/%',
    'http://a/turtles',
    '*',
  ]);
  const query = Array.from(
    { length: upTo(random, 4) },
    () =>
      `${pick(random, ['tags', 'limit', '__code', '__example', 'x'])}=${encodeURI(pick(random, WORDS)).replace(/%25/g, '%')}`,
  );
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function body(random: Random): Buffer {
  switch (upTo(random, 6)) {
    case 0:
      return Buffer.from(RECORD);
    case 1:
      return mutate(random, RECORD);
    case 2:
      return randomBytes(random, upTo(random, 200));
    case 3:
      return Buffer.from('['.repeat(upTo(random, 50_000)));
    case 4:
      return Buffer.from(`{"id":${'9'.repeat(upTo(random, 5000))},"name":"${'\\ud800'.repeat(upTo(random, 50))}"}`);
    default:
      return Buffer.from(`"${'x'.repeat(upTo(random, 200_000))}"`);
  }
}

function request(random: Random): Buffer {
  const headers: Record<string, string> = { 'content-type': pick(random, TYPES) };
  if (random() < 0.4) headers['accept'] = pick(random, ACCEPTS);
  if (random() < 0.4) headers['prefer'] = pick(random, PREFERENCES);
  if (random() < 0.2) headers['origin'] = pick(random, ['null', 'https://a.example', '\u00e9']);
  if (random() < 0.2) headers['content-encoding'] = pick(random, ['gzip', 'identity', 'x']);
  return requestBytes({
    method:
      random() < 0.7
        ? 'POST'
        : pick(
            random,
            METHODS.filter((name) => name !== 'HEAD'),
          ),
    target: target(random),
    headers,
    body: body(random),
  });
}

const KINDS: Readonly<Record<string, (random: Random) => Omit<Attack, 'kind'>>> = {
  'a whole request': (random) => ({ bytes: request(random), requests: 1, afterwards: 'wait' }),
  'pipelined requests': (random) => {
    const all = Array.from({ length: 2 + upTo(random, 8) }, () => request(random));
    return { bytes: Buffer.concat(all), requests: all.length, afterwards: 'wait' };
  },
  'random bytes': (random) => ({ bytes: randomBytes(random, upTo(random, 500)), requests: 0, afterwards: 'end' }),
  'a mutated request': (random) => ({
    bytes: mutate(
      random,
      requestBytes({ target: '/animals?tags=a', headers: { 'content-type': JSON_TYPE }, body: RECORD }).toString(
        'latin1',
      ),
    ),
    requests: 0,
    afterwards: 'end',
  }),
  'a request and garbage': (random) => ({
    bytes: Buffer.concat([request(random), randomBytes(random, 50)]),
    requests: 1,
    afterwards: 'end',
  }),
  'half a request': (random) => {
    const whole = request(random);
    return { bytes: whole.subarray(0, upTo(random, whole.length)), requests: 0, afterwards: 'end' };
  },
  'an upload that breaks off': (random) => ({
    bytes: Buffer.concat([
      Buffer.from(
        'POST /turtles HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000000\r\n\r\n',
      ),
      randomBytes(random, upTo(random, 5000)),
    ]),
    requests: 0,
    afterwards: 'break off',
  }),
  'a request that nobody waits for': (random) => ({ bytes: request(random), requests: 0, afterwards: 'break off' }),
  chunks: (random) => ({
    bytes: Buffer.from(
      `POST /turtles HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${RECORD.length.toString(16)}\r\n${RECORD}\r\n${pick(random, ['0\r\n\r\n', 'zz\r\n\r\n', '-1\r\n\r\n', ''])}`,
    ),
    requests: 0,
    afterwards: 'end',
  }),
};

/** The same attacks for the same seed. */
export function attacks(seed: string, count: number): Attack[] {
  const random = seededRandom(seed);
  const names = Object.keys(KINDS);
  return Array.from({ length: count }, () => {
    const kind = pick(random, names);
    const make = KINDS[kind];
    if (!make) throw new RangeError(kind);
    return { kind, ...make(random) };
  });
}
