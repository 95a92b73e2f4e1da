import { UsageError } from '../../core/errors.ts';

/** What a test passes; JavaScript does not check its type. */
export type Loose = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns headers as names and values.
 * @param owner `request` or `response`, for messages
 * @throws {UsageError} for what are no headers
 */
export function toPairs(headers: unknown, owner: string): [string, string][] {
  if (headers === undefined) return [];
  if (!isRecord(headers)) throw notHeaders(owner);
  if (Symbol.iterator in headers)
    return [...(headers as unknown as Iterable<unknown>)].map((pair) => toPair(pair, owner));
  return Object.entries(headers).flatMap(([name, given]) =>
    [given].flat().flatMap((value): [string, string][] => {
      if (value === undefined || value === null || typeof value === 'function') return [];
      if (isRecord(value)) throw notHeaders(owner);
      return [[name, String(value)]];
    }),
  );
}

function toPair(pair: unknown, owner: string): [string, string] {
  const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
  if (typeof name !== 'string' || typeof value !== 'string') throw notHeaders(owner);
  return [name, value];
}

function notHeaders(owner: string): UsageError {
  return new UsageError(
    `assertContract: ${owner}.headers must be a map of names to values, Headers, or a list of [name, value]`,
  );
}

/** @throws {UsageError} for what is neither text nor bytes */
export function toBytes(body: unknown, name: string): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  throw new UsageError(`assertContract: ${name} must be a string or bytes, as it was on the wire`);
}
