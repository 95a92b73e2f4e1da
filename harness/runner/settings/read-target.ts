import { UsageError } from '../../core/errors.ts';
import { isFieldValue } from '../../core/http-field.ts';
import { maskMalformedUrl } from '../../report/redact.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** A base URL without credentials, which are headers. */
export interface Address {
  readonly url: string;
  readonly headers: Headers;
}

/** Moves user and password from the URL to a header, as curl does, so that no report shows them. */
export function readTarget(target: string): Address {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(
      `--target ${maskMalformedUrl(target)} is not an http(s) URL. Write it like http://127.0.0.1:8080`,
    );
  if (url.search !== '' || url.hash !== '') throw new UsageError('--target must not have a query or fragment');
  if (url.username === '' && url.password === '') return { url: target, headers: [] };
  const [user, password] = [url.username, url.password].map((part) => decodeUserinfo(part, url.host));
  url.username = '';
  url.password = '';
  return { url: url.href, headers: [basicAuthHeader(`${user}:${password}`)] };
}

/** Never repeats the text, which is a secret. */
function decodeUserinfo(encoded: string, host: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new UsageError(`--target ***@${host} has a user or password with invalid percent-encoding. Write % as %25.`);
  }
}

/** @throws {UsageError} for what HTTP cannot send */
export function readHeaders(given: Headers | Readonly<Record<string, string>>): Headers {
  const headers: Headers = isPairs(given) ? given : Object.entries(given);
  for (const [name, value] of headers) {
    if (typeof value !== 'string') throw new UsageError(`the value of the header ${name} must be a string`);
    if (!isFieldValue(value))
      throw new UsageError(
        `the value of the header ${name} has a character that HTTP cannot send, such as a line feed`,
      );
  }
  return headers;
}

function isPairs(headers: Headers | Readonly<Record<string, string>>): headers is Headers {
  return Array.isArray(headers);
}

/** The header of Basic authentication (RFC 7617 section 2). */
export function basicAuthHeader(userAndPassword: string): readonly [name: string, value: string] {
  return ['Authorization', `Basic ${Buffer.from(userAndPassword).toString('base64')}`];
}
