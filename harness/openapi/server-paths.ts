import { getOwn, isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
import type { OpenApiDocument } from './document.ts';

/** Scheme and host of a URL, or of a template of one. */
const AUTHORITY = /^(?:[a-z{][\w+.{}-]*:)?\/\/[^/?#]*/i;
/** Variables with many values, such as a port of a thousand, make no more paths than that. */
const MAX_PATHS = 100;

/**
 * Returns the base paths of the servers of a document, its path items and its operations, without a trailing slash, the longest first. A
 * variable stands for each value that its `enum` allows, and for its default (OpenAPI 3.1.0, Server Variable Object).
 */
export function serverPaths(document: OpenApiDocument): readonly string[] {
  return document.derived(readServerPaths);
}

/** Returns the base paths of the servers of the document itself, the first server first; empty if there is none. */
export function documentServerPaths({ root }: OpenApiDocument): readonly string[] {
  return [...new Set(pathsOf(root))];
}

function readServerPaths({ root }: OpenApiDocument): string[] {
  const paths = root['paths'];
  const items = isObject(paths) ? Object.values(paths).filter(isObject) : [];
  const owners = [root, ...items, ...items.flatMap((item) => Object.values(item).filter(isObject))];
  return [...new Set(owners.flatMap(pathsOf))].sort((a, b) => b.length - a.length);
}

function pathsOf({ servers }: JsonObject): string[] {
  const list = Array.isArray(servers) ? servers.filter(isObject) : [];
  return list.flatMap(({ url, variables }) => {
    const filled = fillIn(String(url ?? '').replace(AUTHORITY, ''), variables);
    // One variable may be the whole URL.
    return filled.map((each) =>
      each
        .replace(AUTHORITY, '')
        .replace(/[?#].*$/, '')
        .replace(/\/+$/, ''),
    );
  });
}

/** Returns a template with the values of its variables, the defaults first. */
function fillIn(template: string, variables: JsonValue | undefined): string[] {
  let filled = [''];
  for (const part of template.split(/(\{[^}]+\})/)) {
    const texts = part.startsWith('{') ? valuesOf(part, variables) : [part];
    filled = filled.flatMap((start) => texts.map((text) => start + text)).slice(0, MAX_PATHS);
  }
  return filled;
}

function valuesOf(expression: string, variables: JsonValue | undefined): string[] {
  const variable = isObject(variables) ? getOwn(variables, expression.slice(1, -1)) : undefined;
  if (!isObject(variable)) return [expression];
  const { default: first = '', enum: others } = variable;
  return [...new Set([first, ...(Array.isArray(others) ? others : [])].map(String))];
}
