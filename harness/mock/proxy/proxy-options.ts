import { UsageError } from '../../core/errors.ts';
import type { TlsSettings } from '../../http/tls.ts';

/** A real backend, and which operations it responds to. */
export interface ProxyOptions {
  /** Base URL of the backend. */
  readonly url: string;
  /** Selectors of the operations that are sent to the backend; the mock responds to the others. Default: all, and what is in no document. */
  readonly only?: readonly string[];
  /** Selectors of operations that the mock responds to. */
  readonly except?: readonly string[];
  /** Whether the mock responds where the backend has no such operation yet, or does not run; default false. */
  readonly fallback?: boolean;
  /**
   * Of a document below a path of the mock, whether the backend has that path too. Default: false for the `proxy` of one of the `specs`,
   * true for that of all.
   */
  readonly keepsBasePath?: boolean;
  /** PEM contents for an `https` backend. */
  readonly tls?: TlsSettings;
  /** URL of the HTTP proxy on the way to the backend. */
  readonly proxy?: string | undefined;
}

/** The options with their defaults. */
export interface ResolvedProxy {
  /** Without a trailing slash. */
  readonly url: string;
  readonly only: readonly string[];
  readonly except: readonly string[];
  readonly fallback: boolean;
  readonly keepsBasePath: boolean;
  readonly tls: TlsSettings | undefined;
  readonly proxy: string | undefined;
}

/** @throws {UsageError} for what is no base URL */
export function resolveProxy(options: string | ProxyOptions): ResolvedProxy {
  const {
    url,
    only = [],
    except = [],
    fallback = false,
    keepsBasePath = true,
    tls,
    proxy,
  } = typeof options === 'string' ? { url: options } : options;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new UsageError('--proxy takes the base URL of a backend, like http://127.0.0.1:8080');
  if (parsed.search !== '' || parsed.hash !== '' || parsed.username !== '')
    throw new UsageError('--proxy takes a base URL without query, fragment or password');
  return { url: parsed.href.replace(/\/+$/, ''), only, except, fallback, keepsBasePath, tls, proxy };
}
