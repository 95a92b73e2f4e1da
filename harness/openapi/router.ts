import { isObject } from '../core/json/index.ts';
import type { JsonValue, Operation } from '../core/model.ts';
import type { Contract } from './contract.ts';
import type { OpenApiDocument } from './document.ts';
import { encodePathLiteral } from './parameters/serialize.ts';

/** Where a request leads: an operation with its path parameters, only a path, or nowhere. */
export type Route =
  | { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }
  | { readonly operation: undefined; readonly atPath: readonly Operation[] };

interface PathEntry {
  readonly template: string;
  /** By upper-case method. */
  readonly operations: Map<string, Operation>;
}

interface TemplatedPath extends PathEntry {
  readonly expression: RegExp;
  readonly names: readonly string[];
}

const NOWHERE: Route = { operation: undefined, atPath: [] };
const NO_PARAMETERS = {};

/** Finds the operation of a request, at the root and below the base path of each of the document's servers. */
export class Router {
  private readonly plain = new Map<string, PathEntry>();
  private readonly templated: TemplatedPath[] = [];
  private readonly basePaths: readonly string[];

  constructor(contract: Contract) {
    for (const operation of contract.operations) this.add(operation);
    // Concrete parts win over templated ones (OpenAPI 3.0.3, Paths Object): the more literal text, the earlier it is tried.
    this.templated.sort((a, b) => literalLength(b.template) - literalLength(a.template));
    this.basePaths = readBasePaths(contract.document);
  }

  private add(operation: Operation): void {
    const { path, method } = operation;
    const entry = this.entry(path);
    entry.operations.set(method, operation);
  }

  private entry(template: string): PathEntry {
    const known =
      this.plain.get(encodePathLiteral(template)) ?? this.templated.find((each) => each.template === template);
    if (known) return known;
    const entry: PathEntry = { template, operations: new Map() };
    if (template.includes('{')) this.templated.push({ ...entry, ...compileTemplate(template) });
    else this.plain.set(encodePathLiteral(template), entry);
    return this.templated.find((each) => each.template === template) ?? entry;
  }

  /** @param path percent-encoded, without the query */
  route(method: string, path: string): Route {
    const found = this.at(method, path);
    if (found !== NOWHERE) return found;
    const normal = normalize(path);
    for (const base of ['', ...this.basePaths]) {
      if (base === '' ? normal === path : !normal.startsWith(`${base}/`)) continue;
      const below = this.at(method, normal.slice(base.length));
      if (below !== NOWHERE) return below;
    }
    return NOWHERE;
  }

  private at(method: string, path: string): Route {
    const plain = this.plain.get(path);
    if (plain) return within(plain, method, NO_PARAMETERS);
    let other: Route = NOWHERE;
    for (const entry of this.templated) {
      const match = entry.expression.exec(path);
      if (!match) continue;
      const parameters = Object.fromEntries(entry.names.map((name, index) => [name, match[index + 1] ?? '']));
      const route = within(entry, method, parameters);
      if (route.operation) return route;
      if (other === NOWHERE) other = route;
    }
    return other;
  }
}

/** HEAD is answered wherever GET is (RFC 9110 section 9.3.2). */
function within(entry: PathEntry, method: string, parameters: Readonly<Record<string, string>>): Route {
  const operation = entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined);
  return operation ? { operation, parameters } : { operation: undefined, atPath: [...entry.operations.values()] };
}

/** The methods of operations as an Allow header lists them. */
export function allowHeader(operations: readonly Operation[]): string {
  const methods = new Set(operations.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
}

function compileTemplate(template: string): { expression: RegExp; names: string[] } {
  const names: string[] = [];
  const source = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return encodePathLiteral(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(part.slice(1, -1));
    return '([^/]+?)';
  });
  return { expression: new RegExp(`^${source.join('')}$`), names };
}

function literalLength(template: string): number {
  return template.replace(/\{[^}]+\}/g, '').length;
}

/** Percent-encoded unreserved characters are the same as plain ones, and hexadecimal digits in any case (RFC 3986 section 6.2.2). */
function normalize(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : encoded.toUpperCase();
  });
}

/** Paths of the servers of the document, its path items and its operations, the longest first. */
function readBasePaths(document: OpenApiDocument): string[] {
  const paths = document.root['paths'];
  const items = isObject(paths) ? Object.values(paths).filter(isObject) : [];
  const owners = [document.root, ...items, ...items.flatMap((item) => Object.values(item).filter(isObject))];
  const urls = owners.flatMap(({ servers }) => (Array.isArray(servers) ? servers.filter(isObject) : []));
  const bases = new Set(urls.map(({ url, variables }) => basePath(String(url ?? ''), variables)));
  return [...bases].filter((base) => base !== '').sort((a, b) => b.length - a.length);
}

function basePath(url: string, variables: JsonValue | undefined): string {
  const filled = url.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    return isObject(variable) ? String(variable['default'] ?? '') : whole;
  });
  return filled.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*|^\/\/[^/?#]*/i, '').replace(/[?#].*$|\/+$/g, '');
}
