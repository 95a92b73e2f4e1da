import type { Operation } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import { escapeRegExp } from '../core/util/escape-reg-exp.ts';
import { groupBy } from '../core/util/group-by.ts';
import type { Contract } from './contract.ts';
import type { OpenApiDocument } from './document.ts';
import { allowedTexts, hasFragment, withoutFragment } from './fragments.ts';
import { encodePathLiteral } from './parameters/serialize.ts';
import { serverPaths } from './server-paths.ts';

/** Target of a request: an operation with its path parameters, or the operations with other methods at its path. */
export type Route =
  | { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }
  | { readonly operation: undefined; readonly atPath: readonly Operation[] };

interface PathEntry {
  readonly template: string;
  /** By upper-case method. */
  readonly operations: Map<string, Operation>;
}

interface TemplatedPath extends PathEntry {
  /** The first that matches counts. */
  readonly expressions: readonly RegExp[];
  readonly names: readonly string[];
}

type RoutedRequest = Pick<ReceivedRequest, 'method' | 'path' | 'query' | 'headers' | 'basePath'>;
type Headers = ReceivedRequest['headers'];

const EXPRESSION = /\{[^}]+\}/g;

const NOT_FOUND: Route = { operation: undefined, atPath: [] };
const NO_PARAMETERS = {};

/** The router of a contract, made once: of a large document, its expressions are a part of the memory that counts. */
export function routerOf(contract: Contract): Router {
  return contract.derived(createRouter);
}

function createRouter(contract: Contract): Router {
  return new Router(contract);
}

/** Finds the operation of a request, at the root and below the base path of each server of the document. */
export class Router {
  private readonly literal = new Map<string, PathEntry>();
  private readonly templated: TemplatedPath[] = [];
  /** By the number of their segments: no expression matches a slash. */
  private readonly templatedBySize: ReadonlyMap<number, readonly TemplatedPath[]>;
  /** Paths with a query string, against the specification, but published: `/services?method=list`. */
  private readonly withQuery: TemplatedPath[] = [];
  /** Paths with a fragment, one entry for each operation, as clients request them: without it. */
  private readonly fragments: TemplatedPath[] = [];
  private readonly basePaths: readonly string[];

  constructor(contract: Contract) {
    for (const operation of contract.operations) this.add(contract.document, operation);
    // Concrete paths precede templated ones (OpenAPI 3.0.3, Paths Object): the more literal text, the earlier it is tried.
    for (const list of [this.templated, this.withQuery])
      list.sort((a, b) => literalLength(b.template) - literalLength(a.template));
    this.templatedBySize = groupBy(this.templated, ({ template }) => segmentCount(template.replace(EXPRESSION, '')));
    this.basePaths = serverPaths(contract.document).filter((base) => base !== '');
  }

  private add(document: OpenApiDocument, operation: Operation): void {
    const { path, method } = operation;
    const textsOf = (name: string) => pathTexts(document, operation, name);
    this.entry(path, textsOf).operations.set(method, operation);
    if (!hasFragment(path)) return;
    const sent = compileTemplate(withoutFragment(path), textsOf);
    this.fragments.push({ template: path, operations: new Map([[method, operation]]), ...sent });
  }

  private entry(template: string, textsOf: AllowedTexts): PathEntry {
    const list = template.includes('?') ? this.withQuery : this.templated;
    const existing = this.literal.get(encodePathLiteral(template)) ?? list.find((each) => each.template === template);
    if (existing) return existing;
    const entry: PathEntry = { template, operations: new Map() };
    if (list === this.withQuery || template.includes('{'))
      list.push({ ...entry, ...compileTemplate(template, textsOf) });
    else this.literal.set(encodePathLiteral(template), entry);
    return entry;
  }

  routeRequest({ method, path, query, headers, basePath = '' }: RoutedRequest): Route {
    return this.route(method, path.slice(basePath.length), query === '' ? '' : `?${query}`, headers);
  }

  /**
   * @param path percent-encoded, without the query
   * @param query with its `?`, or empty
   * @param headers by lower-case name
   */
  route(method: string, path: string, query = '', headers: Headers = {}): Route {
    const found = this.at(method, path, query, headers);
    if (found !== NOT_FOUND) return found;
    const normal = normalizePath(path);
    for (const base of ['', ...this.basePaths]) {
      if (base === '' ? normal === path : !normal.startsWith(`${base}/`)) continue;
      const below = this.at(method, normal.slice(base.length), query, headers);
      if (below !== NOT_FOUND) return below;
    }
    return NOT_FOUND;
  }

  private at(method: string, path: string, query: string, headers: Headers): Route {
    const whole = this.atWhole(method, path, query);
    if (whole.operation || this.fragments.length === 0) return whole;
    const told = this.fragments.filter(({ operations }) => isTold(operations.get(method), query, headers));
    const route = firstRoute([...told, ...this.fragments], method, path);
    return route.operation || whole === NOT_FOUND ? route : whole;
  }

  private atWhole(method: string, path: string, query: string): Route {
    const special = query === '' ? NOT_FOUND : firstRoute(this.withQuery, method, path + query);
    if (special.operation) return special;
    const entry = this.literal.get(path);
    if (entry) return routeTo(entry, method, NO_PARAMETERS);
    const templated = firstRoute(this.templatedBySize.get(segmentCount(path)) ?? [], method, path);
    return templated === NOT_FOUND ? special : templated;
  }
}

function segmentCount(path: string): number {
  return path.split('/').length;
}

function firstRoute(entries: readonly TemplatedPath[], method: string, path: string): Route {
  let otherMethod: Route = NOT_FOUND;
  for (const entry of entries) {
    const match = firstMatch(entry.expressions, path);
    if (!match) continue;
    const parameters = Object.fromEntries(entry.names.map((name, index) => [name, match[index + 1] ?? '']));
    const route = routeTo(entry, method, parameters);
    if (route.operation) return route;
    if (otherMethod === NOT_FOUND) otherMethod = route;
  }
  return otherMethod;
}

/** HEAD is supported wherever GET is (RFC 9110 section 9.3.2). */
function routeTo(entry: PathEntry, method: string, parameters: Readonly<Record<string, string>>): Route {
  const operation = entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined);
  return operation ? { operation, parameters } : { operation: undefined, atPath: [...entry.operations.values()] };
}

/** Writes the methods of operations as an Allow header. */
export function allowHeader(operations: readonly Operation[]): string {
  const methods = new Set(operations.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
}

/** The texts that the parameter of a template expression may have; undefined if any. */
type AllowedTexts = (name: string) => readonly string[] | undefined;

function pathTexts(document: OpenApiDocument, { parameters }: Operation, name: string): readonly string[] | undefined {
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
  return parameter && allowedTexts(document, parameter)?.map((value) => encodePathLiteral(value));
}

/** True if a request has the values that tell an operation from others at the same path. */
function isTold(operation: Operation | undefined, query: string, headers: Headers): boolean {
  return (
    operation?.toldBy?.every(({ in: place, name, texts }) => {
      const value = place === 'query' ? new URLSearchParams(query).get(name) : headers[name.toLowerCase()];
      return typeof value === 'string' && texts.includes(value);
    }) === true
  );
}

/**
 * Several expressions in one segment are told apart by the values that they may have, if a path has such values: `{id}{extension}` and
 * `{number}.{format}`.
 */
function compileTemplate(template: string, textsOf: AllowedTexts): Omit<TemplatedPath, keyof PathEntry> {
  const [path = '', query] = template.split('?', 2);
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const compile = (expressionOf: (name: string) => string) => {
    const items = query?.split('&').map((item) => `(?=.*[?&]${sourceOf(item, expressionOf)}(?:&|$))`);
    return new RegExp(`^${sourceOf(path, expressionOf)}${items ? `(?=\\?)${items.join('')}` : '$'}`);
  };
  const anyText = '([^/?&]+?)';
  const strict = (name: string) => {
    const texts = textsOf(name);
    return texts ? `(${texts.map(escapeRegExp).join('|')})` : anyText;
  };
  const isShared = /\{[^/]*\{/.test(template);
  return { names, expressions: [...(isShared ? [compile(strict)] : []), compile(() => anyText)] };
}

function sourceOf(template: string, expressionOf: (name: string) => string): string {
  const parts = template.split(/(\{[^}]+\})/);
  const source = parts.map((part) =>
    part.startsWith('{') ? expressionOf(part.slice(1, -1)) : escapeRegExp(encodePathLiteral(part)),
  );
  return source.join('');
}

function firstMatch(expressions: readonly RegExp[], path: string): RegExpExecArray | undefined {
  for (const expression of expressions) {
    const match = expression.exec(path);
    if (match) return match;
  }
  return undefined;
}

function literalLength(template: string): number {
  return template.replace(EXPRESSION, '').length;
}

/** Decodes unreserved characters and writes hexadecimal digits in upper case (RFC 3986 section 6.2.2). */
export function normalizePath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : encoded.toUpperCase();
  });
}
