import { TOKEN } from '../../core/http-field.ts';
import type { DocumentedResponse, Operation } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import { decodeQueryLeniently, splitQuery } from '../../openapi/parameters/percent-decoding.ts';
import { hasStream } from '../../openapi/streams/stream-items.ts';
import { statusInBody } from './fill-error-body.ts';

/** Preferences that the mock supports; RFC 7240 requires to ignore all others. */
export interface Preferences {
  /** The preferred response. */
  readonly response?: PreferredResponse;
  /** Name of an example of that response. */
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
  /** Length of a list that is not an example, or of a stream. */
  readonly items?: number | 'endless';
  /** Milliseconds between the items of a stream. */
  readonly intervalMs?: number;
  /** Milliseconds before the response. */
  readonly wait?: number;
}

/** A response by its status; the document need not have it. */
export interface PreferredResponse {
  readonly spec: DocumentedResponse | undefined;
  readonly status: number;
}

const NO_PREFERENCES: Preferences = {};
const MAX_WAIT_SECONDS = 60;
export const MAX_ITEMS = 1000;
const PREFERENCE = new RegExp(`^\\s*(${TOKEN})\\s*(?:=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;,"]*?)))?\\s*(?:;.*)?$`);
const QUERY_NAMES = new Map([
  ['__code', 'code'],
  ['__example', 'example'],
  ['__dynamic', 'dynamic'],
  ['__seed', 'seed'],
  ['__items', 'items'],
  ['__interval', 'interval'],
]);

/** Reads `Prefer: code=503, example=NAME, dynamic=true, seed=S, items=0, interval=1, wait=2` or, without that header, Prism's `?__code=503&...`. */
export function readPreferences(request: ReceivedRequest, operation: Operation): Preferences | RequestProblem {
  const header = request.headers['prefer'];
  if (header === undefined && !request.query.includes('__')) return NO_PREFERENCES;
  const preferences = header === undefined ? parseQuery(request.query) : parseHeader(String(header));
  return preferences.size === 0 ? NO_PREFERENCES : interpret(preferences, operation);
}

/** The first of several preferences with the same name applies (RFC 7240 section 2). */
function parseHeader(header: string): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const text of header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const match = PREFERENCE.exec(text);
    const name = match?.[1]?.toLowerCase();
    if (match && name !== undefined && !preferences.has(name))
      preferences.set(name, match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  return preferences;
}

function parseQuery(query: string): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const [name, value] of splitQuery(query)) {
    const preference = QUERY_NAMES.get(name);
    if (preference !== undefined && !preferences.has(preference))
      preferences.set(preference, decodeQueryLeniently(value));
  }
  return preferences;
}

function interpret(preferences: ReadonlyMap<string, string>, operation: Operation): Preferences | RequestProblem {
  const code = preferences.get('code');
  const example = preferences.get('example') || undefined;
  const dynamic = preferences.get('dynamic');
  const seed = preferences.get('seed');
  const items = preferences.get('items');
  const interval = preferences.get('interval');
  const wait = preferences.get('wait');
  const response = code === undefined ? undefined : findResponse(code, operation);
  if (response && 'message' in response) return response;
  const withExample = example === undefined ? undefined : findExample(example, operation, response?.spec);
  if (withExample && 'message' in withExample) return withExample;
  const invalid = findInvalid(preferences, operation);
  if (invalid) return invalid;
  return {
    ...(response && /^\d+$/.test(code ?? '')
      ? { response }
      : withExample
        ? { response: withExample }
        : response
          ? { response }
          : {}),
    ...(example === undefined ? {} : { example }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    ...(seed === undefined ? {} : { seed }),
    ...(items === undefined ? {} : { items: items === 'endless' ? items : Number(items) }),
    ...(interval === undefined ? {} : { intervalMs: milliseconds(interval) }),
    ...(wait === undefined ? {} : { wait: milliseconds(wait) }),
  };
}

function milliseconds(seconds: string): number {
  return Math.min(Number(seconds), MAX_WAIT_SECONDS) * 1000;
}

/** Finds a preference whose value is malformed. */
function findInvalid(preferences: ReadonlyMap<string, string>, operation: Operation): RequestProblem | undefined {
  const dynamic = preferences.get('dynamic');
  if (dynamic !== undefined && !/^(true|false)$/.test(dynamic))
    return badPreference(`preference dynamic must be true or false, got ${dynamic}`);
  const items = preferences.get('items');
  const mayBeEndless = hasStream(operation);
  const isEndless = items === 'endless' && mayBeEndless;
  if (items !== undefined && !isEndless && !(/^\d{1,4}$/.test(items) && Number(items) <= MAX_ITEMS))
    return badPreference(
      `preference items must be a number from 0 to ${MAX_ITEMS}${mayBeEndless ? ', or endless' : ''}, got ${items}`,
    );
  for (const name of ['wait', 'interval']) {
    const value = preferences.get(name);
    if (value !== undefined && !/^\d{1,6}(\.\d{1,3})?$/.test(value))
      return badPreference(`preference ${name} must be a number of seconds, got ${value}`);
  }
  return undefined;
}

function badPreference(message: string): RequestProblem {
  return { status: 400, message };
}

/** Finds a response by status, or by its key in the document: `default`, `4XX`. */
function findResponse(code: string, operation: Operation): PreferredResponse | RequestProblem {
  const named = operation.responses.find(({ key }) => key.toLowerCase() === code.toLowerCase());
  if (named) return { spec: named, status: statusOf(named.key, operation) };
  if (/^[2-5]\d\d$/.test(code)) return { spec: operation.response(Number(code)), status: Number(code) };
  const keys = operation.responses.map(({ key }) => key).join(', ');
  return badPreference(`preference code must be a status or a response of ${operation.id} (${keys}), got ${code}`);
}

/** Returns a status for a key of the document; for `default`, the first error that has no own response. */
function statusOf(key: string, operation: Operation): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  const digit = Number(key[0]);
  if (digit > 0) return firstFree(key, operation, [digit * 100]);
  return firstFree(key, operation, [500, 503, 400, 404, 418]);
}

function firstFree(key: string, operation: Operation, statuses: readonly number[]): number {
  return statuses.find((status) => operation.response(status)?.key === key) ?? statuses[0] ?? 500;
}

/** Finds the response with a named example: the preferred one, otherwise the first. */
function findExample(
  name: string,
  operation: Operation,
  preferred: DocumentedResponse | undefined,
): PreferredResponse | RequestProblem {
  const candidates = preferred ? [preferred] : operation.responses;
  const names = (spec: DocumentedResponse) => spec.content.flatMap(({ examples }) => examples.map((each) => each.name));
  const spec = candidates.find((each) => names(each).includes(name));
  if (spec) return { spec, status: statusOfExample(spec, name, operation) };
  const known = candidates.flatMap(names).join(', ') || 'none';
  return badPreference(
    `preference example must be one of ${preferred ? `response ${preferred.key}` : operation.id} (${known}), got ${name}`,
  );
}

/** The body of an example for `default` or a range may contain its status. */
function statusOfExample(spec: DocumentedResponse, name: string, operation: Operation): number {
  const example = spec.content.flatMap(({ examples }) => examples).find((each) => each.name === name);
  const status = example && statusInBody(example.value);
  return status !== undefined && operation.response(status) === spec ? status : statusOf(spec.key, operation);
}
