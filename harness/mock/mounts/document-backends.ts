import { unknownName } from '../../core/errors.ts';
import { selectsAny } from '../../openapi/operation-selector.ts';
import type { DocumentOptions } from '../document-mock-options.ts';
import { type ProxyOptions, type ResolvedProxy, resolveProxy } from '../proxy/proxy-options.ts';
import { basePathsOf } from './base-paths.ts';

/** One backend for all documents, or backends of some of them by their paths: a map of paths, or the backend alone. */
export type Backends = string | ProxyOptions | Readonly<Record<string, string | ProxyOptions>>;

/** The backend of one document knows no other documents, nor a path that keeps them apart. */
export function ownBackend(proxy: string | ProxyOptions): ResolvedProxy {
  return resolveProxy({ keepsBasePath: false, ...(typeof proxy === 'string' ? { url: proxy } : proxy) });
}

/**
 * Gives the documents their backends: each that of its path, or all that have none of their own the same.
 * @throws {InputError} for a path without a document
 * @throws {UsageError} for a selector that matches no operation
 */
export function withBackends(documents: readonly DocumentOptions[], backends: Backends): DocumentOptions[] {
  const given = isByPath(backends) ? backendsByPath(documents, backends) : sharedBackend(documents, backends);
  const contracts = documents.flatMap(({ contract }, index) => (given[index] ? [contract] : []));
  for (const [origin, name] of [
    ['--proxy-only', 'only'],
    ['--proxy-except', 'except'],
  ] as const)
    for (const selector of given.flatMap((proxy) => proxy?.[name] ?? [])) selectsAny(contracts, selector, origin);
  return documents.map((document, index) => {
    const proxy = given[index];
    return proxy ? { ...document, proxy: selectedIn(document, proxy) } : document;
  });
}

function isByPath(backends: Backends): backends is Readonly<Record<string, string | ProxyOptions>> {
  return typeof backends === 'object' && !('url' in backends);
}

/** One backend behind all documents has their paths. */
function sharedBackend(documents: readonly DocumentOptions[], shared: string | ProxyOptions) {
  const proxy = resolveProxy(shared);
  return documents.map((document) => (document.proxy ? undefined : proxy));
}

function backendsByPath(
  documents: readonly DocumentOptions[],
  backends: Readonly<Record<string, string | ProxyOptions>>,
) {
  const pathsOf = ({ contract, basePath }: DocumentOptions) =>
    basePathsOf(contract, basePath).map((path) => path || '/');
  const known = documents.flatMap(pathsOf);
  for (const path of Object.keys(backends))
    if (!known.includes(path)) throw unknownName(`--proxy: no document is at ${path}`, path, known, undefined);
  const resolved = new Map(Object.entries(backends).map(([path, backend]) => [path, ownBackend(backend)]));
  return documents.map((document) => pathsOf(document).flatMap((path) => resolved.get(path) ?? [])[0]);
}

/** Selectors may name operations of other documents; one of which none is named is mocked. */
function selectedIn({ contract }: DocumentOptions, proxy: ResolvedProxy): ResolvedProxy | undefined {
  const isOwn = (selector: string) => selectsAny([contract], selector);
  const [only, except] = [proxy.only.filter(isOwn), proxy.except.filter(isOwn)];
  return proxy.only.length > 0 && only.length === 0 ? undefined : { ...proxy, only, except };
}
