import { createSecureContext } from 'node:tls';
import { UsageError } from '../../core/errors.ts';
import { proxyFor } from '../../http/proxy-env.ts';
import { readPem, readTls } from '../../http/tls.ts';
import type { Backends } from '../../mock/mounts/document-backends.ts';
import { type ProxyOptions, resolveProxy } from '../../mock/proxy/proxy-options.ts';
import { MAX_ITEMS } from '../../mock/respond/prefer-header.ts';
import type { ServerCertificate } from '../../mock/server/certificate.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';

/** A larger body cannot be one string, which JSON is read from. */
const MAX_BODY_MIB = 500;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses `--delay`: `200` or `50-400`, in milliseconds.
 * @throws {UsageError}
 */
export function parseDelay(text: string): { min: number; max: number } {
  const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text);
  const min = Number(match?.[1]);
  const max = Number(match?.[2] ?? match?.[1]);
  if (match && min <= max) return { min, max };
  throw new UsageError(`--delay takes milliseconds like 200, or a range like 50-400, not "${text}"`);
}

/**
 * Parses `--fail`: a fraction from 0 to 1.
 * @throws {UsageError}
 */
export function parseProbability(text: string): number {
  if (/^(0|1|0?\.\d+|1\.0+)$/.test(text)) return Number(text);
  throw new UsageError(`--fail takes a fraction from 0 to 1 like 0.1, not "${text}"`);
}

/**
 * Parses `--items`: the length of made-up lists.
 * @throws {UsageError}
 */
export function parseItems(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_ITEMS) return Number(text);
  throw new UsageError(`--items takes a number from 0 to ${MAX_ITEMS}, not "${text}"`);
}

/**
 * Parses `--max-body`, in MiB.
 * @returns bytes
 * @throws {UsageError}
 */
export function parseMaxBody(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_BODY_MIB) return Number(text) * 1024 * 1024;
  throw new UsageError(`--max-body takes MiB from 0 to ${MAX_BODY_MIB}, not "${text}"`);
}

/**
 * Parses `--validate`.
 * @throws {UsageError}
 */
export function parseValidate(text = 'reject'): 'reject' | 'warn' | 'error' {
  if (text === 'reject' || text === 'warn' || text === 'error') return text;
  throw new UsageError(`--validate takes reject, warn or error, not "${text}"`);
}

/** Options of a server with TLS. */
export const httpsOptions: OptionTable = {
  https: { type: 'boolean', help: 'serve https with a certificate that is made for this machine' },
  'https-cert': { type: 'string', value: 'FILE', help: 'serve https with this certificate (PEM); needs --https-key' },
  'https-key': { type: 'string', value: 'FILE', help: 'key of --https-cert (PEM)' },
};

/**
 * Reads the certificate that is given.
 * @returns whether one is to be made, if none is given
 * @throws {UsageError}
 */
export function readHttps(args: ParsedOptions): boolean | ServerCertificate {
  const [certFile, keyFile] = [args.string('https-cert'), args.string('https-key')];
  if (certFile === undefined && keyFile === undefined) return args.flag('https');
  if (certFile === undefined) throw new UsageError('--https-key requires --https-cert');
  if (keyFile === undefined) throw new UsageError('--https-cert requires --https-key');
  const certificate = { cert: readPem('https-cert', certFile), key: readPem('https-key', keyFile) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new UsageError(`--https-cert and --https-key must be PEM files that match: ${(error as Error).message}`);
  }
  return certificate;
}

/** Options of a real backend. */
export const proxyOptions: OptionTable = {
  proxy: {
    type: 'string',
    multiple: true,
    value: 'URL[=PATH]',
    help: 'send requests to this backend, of several documents those to the one at PATH, and check what passes; repeatable with PATH',
  },
  'proxy-only': {
    type: 'string',
    multiple: true,
    value: 'SELECTOR',
    help: 'send only these operations to the backend (as --include of verify), and mock the others; repeatable',
  },
  'proxy-except': {
    type: 'string',
    multiple: true,
    value: 'SELECTOR',
    help: 'mock these operations in spite of --proxy; repeatable',
  },
  'proxy-fallback': {
    type: 'boolean',
    help: 'mock what the backend does not have yet: undocumented 404, 405 and 501, and no connection',
  },
  ca: { type: 'string', value: 'FILE', help: 'CA certificates (PEM) to trust for an https backend' },
  insecure: { type: 'boolean', help: 'accept any certificate of an https backend' },
};

/**
 * Reads the options of real backends: `URL` for all documents, `URL=PATH` for the one at a path.
 * @returns undefined without --proxy
 * @throws {UsageError}
 */
export function readProxy(args: ParsedOptions, env: Environment): Backends | undefined {
  const given = (args.strings('proxy') ?? []).map(splitBackend);
  const [first] = given;
  if (!first) {
    const [other] = Object.keys(proxyOptions).filter((name) => args.allOf(name) !== undefined);
    if (other === undefined) return undefined;
    throw new UsageError(`--${other} requires --proxy URL`);
  }
  const tls = readTls({ ca: args.string('ca'), insecure: args.flag('insecure') });
  const only = args.strings('proxy-only') ?? [];
  const except = args.strings('proxy-except') ?? [];
  const backendAt = (text: string): ProxyOptions => {
    const { url } = resolveProxy(text);
    return { url, only, except, fallback: args.flag('proxy-fallback'), tls, proxy: proxyFor(url, env) };
  };
  if (given.length === 1 && first.path === undefined) return backendAt(first.url);
  return Object.fromEntries(given.map((each) => [pathOf(each, given), backendAt(each.url)]));
}

/** A backend with the path of the document that it is of. */
interface BackendAt {
  readonly url: string;
  readonly path: string | undefined;
}

function splitBackend(text: string): BackendAt {
  const [, mount, last] = /^(\/[^=]*)=(.+)$/s.exec(text) ?? [];
  if (mount !== undefined) throw new UsageError(`--proxy ${text}: the URL comes first: --proxy ${last}=${mount}`);
  const [, url, path] = /^(.+)=(\/.*)$/s.exec(text) ?? [];
  return { url: url ?? text, path };
}

function pathOf({ url, path }: BackendAt, given: readonly BackendAt[]): string {
  if (path === undefined)
    throw new UsageError(`--proxy ${url}: say of which document it is, e.g. --proxy ${url}=/PATH; one alone is of all`);
  if (given.filter((each) => each.path === path).length > 1)
    throw new UsageError(`--proxy: the document at ${path} has two backends`);
  return path;
}
