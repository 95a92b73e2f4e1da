import type { DocumentedResponse, Operation } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import { decodeQueryComponent, PercentEncodingError, splitQuery } from '../../openapi/parameters/percent-decoding.ts';
import { statusInBody } from './fill-error-body.ts';

/** What a request asks of the mock itself (RFC 7240); everything else that it may prefer is ignored, as that allows. */
export interface Preferences {
  /** The response to answer with. */
  readonly response?: { readonly spec: DocumentedResponse; readonly status: number };
  /** Name of an example of that response. */
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
  /** Milliseconds to wait before the answer. */
  readonly wait?: number;
}

const NONE: Preferences = {};
const MAX_WAIT_SECONDS = 60;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PREFERENCE = new RegExp(`^\\s*(${TOKEN})\\s*(?:=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;,"]*?)))?\\s*(?:;.*)?$`);
const QUERY_NAMES: Readonly<Record<string, string>> = {
  __code: 'code',
  __example: 'example',
  __dynamic: 'dynamic',
  __seed: 'seed',
};

/** Reads `Prefer: code=503, example=NAME, dynamic=true, seed=S, wait=2` or, without that header, `?__code=503&...` as Prism has it. */
export function readPreferences(request: ReceivedRequest, operation: Operation): Preferences | RequestProblem {
  const header = request.headers['prefer'];
  if (header === undefined && !request.query.includes('__')) return NONE;
  const wishes = header === undefined ? wishesOfQuery(request.query) : wishesOfHeader(String(header));
  return wishes.size === 0 ? NONE : interpret(wishes, operation);
}

/** The first of several equal preferences counts (RFC 7240 section 2). */
function wishesOfHeader(header: string): Map<string, string> {
  const wishes = new Map<string, string>();
  for (const text of header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const match = PREFERENCE.exec(text);
    const name = match?.[1]?.toLowerCase();
    if (match && name !== undefined && !wishes.has(name))
      wishes.set(name, match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  return wishes;
}

function wishesOfQuery(query: string): Map<string, string> {
  const wishes = new Map<string, string>();
  for (const [name, value] of splitQuery(query)) {
    const wish = Object.hasOwn(QUERY_NAMES, name) ? QUERY_NAMES[name] : undefined;
    if (wish !== undefined && !wishes.has(wish)) wishes.set(wish, lenient(value));
  }
  return wishes;
}

function lenient(value: string): string {
  try {
    return decodeQueryComponent(value);
  } catch (error) {
    if (error instanceof PercentEncodingError) return value;
    throw error;
  }
}

function interpret(wishes: ReadonlyMap<string, string>, operation: Operation): Preferences | RequestProblem {
  const code = wishes.get('code');
  const example = wishes.get('example') || undefined;
  const dynamic = wishes.get('dynamic');
  const seed = wishes.get('seed');
  const wait = wishes.get('wait');
  const response = code === undefined ? undefined : findResponse(code, operation);
  if (response && 'message' in response) return response;
  const holder = example === undefined ? undefined : findExample(example, operation, response?.spec);
  if (holder && 'message' in holder) return holder;
  if (dynamic !== undefined && !/^(true|false)$/.test(dynamic))
    return refuse(`preference dynamic must be true or false, got ${dynamic}`);
  if (wait !== undefined && !/^\d{1,6}(\.\d{1,3})?$/.test(wait))
    return refuse(`preference wait must be a number of seconds, got ${wait}`);
  return {
    ...(response && /^\d+$/.test(code ?? '')
      ? { response }
      : holder
        ? { response: holder }
        : response
          ? { response }
          : {}),
    ...(example === undefined ? {} : { example }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    ...(seed === undefined ? {} : { seed }),
    ...(wait === undefined ? {} : { wait: Math.min(Number(wait), MAX_WAIT_SECONDS) * 1000 }),
  };
}

function refuse(says: string): RequestProblem {
  return { status: 400, message: says };
}

/** `503`, or a key of the document: `default`, `4XX`. */
function findResponse(code: string, operation: Operation): NonNullable<Preferences['response']> | RequestProblem {
  const named = operation.responses.find(({ key }) => key.toLowerCase() === code.toLowerCase());
  if (named) return { spec: named, status: statusOf(named.key, operation) };
  const spec = /^[2-5]\d\d$/.test(code) ? operation.response(Number(code)) : undefined;
  if (spec) return { spec, status: Number(code) };
  const keys = operation.responses.map(({ key }) => key).join(', ');
  return refuse(`preference code must be a response of ${operation.id} (${keys}), got ${code}`);
}

/** A status for a key of the document; for `default` the first error that nothing else describes. */
function statusOf(key: string, operation: Operation): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  const digit = Number(key[0]);
  if (digit > 0) return firstFree(key, operation, [digit * 100]);
  return firstFree(key, operation, [500, 503, 400, 404, 418]);
}

function firstFree(key: string, operation: Operation, statuses: readonly number[]): number {
  return statuses.find((status) => operation.response(status)?.key === key) ?? statuses[0] ?? 500;
}

/** The response that holds a named example: the one asked for, else the first one. */
function findExample(
  name: string,
  operation: Operation,
  testCase: DocumentedResponse | undefined,
): NonNullable<Preferences['response']> | RequestProblem {
  const candidates = testCase ? [testCase] : operation.responses;
  const names = (spec: DocumentedResponse) => spec.content.flatMap(({ examples }) => examples.map((each) => each.name));
  const spec = candidates.find((each) => names(each).includes(name));
  if (spec) return { spec, status: statusOfExample(spec, name, operation) };
  const known = candidates.flatMap(names).join(', ') || 'none';
  return refuse(
    `preference example must be one of ${testCase ? `response ${testCase.key}` : operation.id} (${known}), got ${name}`,
  );
}

/** An example in `default` or a range may tell its status itself. */
function statusOfExample(spec: DocumentedResponse, name: string, operation: Operation): number {
  const example = spec.content.flatMap(({ examples }) => examples).find((each) => each.name === name);
  const reported = example && statusInBody(example.value);
  return reported !== undefined && operation.response(reported) === spec ? reported : statusOf(spec.key, operation);
}
