import { createRequire } from 'node:module';
import { InputError } from '../core/errors.ts';
import { isObject, setProperty } from '../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import { cloneWithLocations, copyLocation, deleteProperty, sourceLocation } from './source/origins.ts';
import { readYamlSource } from './source/yaml-source.ts';

type JsonPath = typeof import('#vendor/jsonpath');

/** Loaded on demand: its 41 modules take longer to load than a whole document. */
const loadJsonPath = (): JsonPath => createRequire(import.meta.url)('#vendor/jsonpath') as JsonPath;

interface Match {
  readonly parent: JsonValue[] | JsonObject;
  readonly token: string;
  readonly value: JsonValue;
}

/** An action that changed nothing. */
export interface UnusedAction {
  readonly message: string;
  readonly location: SourceLocation;
}

/**
 * Applies an OpenAPI Overlay 1.x document in place; what it adds keeps its position in the overlay.
 * @returns the actions whose target matches nothing, which is allowed (Overlay 1.1.0, Action Object) but seldom meant
 * @throws {InputError} for a file that is not an overlay
 */
export function applyOverlay(root: JsonObject, file: string): UnusedAction[] {
  const overlay = readYamlSource(file, 'overlay').root;
  if (!isObject(overlay) || !/^1\.\d/.test(String(overlay['overlay'])))
    throw new InputError(`${file} is not an OpenAPI Overlay: add \`overlay: 1.0.0\` at the top.`);
  const actions = overlay['actions'];
  if (!Array.isArray(actions) || actions.length === 0)
    throw new InputError('an overlay needs a list of `actions`', sourceLocation(overlay, 'actions'));
  const version = String(overlay['overlay']);
  return actions.flatMap((action, index) => {
    const location = sourceLocation(actions, String(index));
    if (!isObject(action)) throw new InputError('an overlay action must be an object with a `target`', location);
    if (applyAction(root, action, version)) return [];
    const message = `overlay target ${action['target']} matches nothing in the spec`;
    return [{ message, location: sourceLocation(action, 'target') ?? { file, line: 1, column: 1 } }];
  });
}

/** The value that an action brings in, with the place that it comes from. */
interface Change {
  readonly value: JsonValue;
  readonly from: JsonValue[] | JsonObject;
  readonly token: string;
}

/** @returns false if the target matches nothing */
function applyAction(root: JsonObject, action: JsonObject, version: string): boolean {
  const { target } = action;
  if (typeof target !== 'string')
    throw new InputError('an overlay action needs a `target`, a JSONPath', sourceLocation(action));
  const matches = select(root, action, 'target', target);
  if (matches.length === 0) return false;
  if (action['remove'] === true) removeAll(matches, action);
  else {
    const change = changeOf(root, action);
    for (const match of matches) update(match, { ...change, value: cloneWithLocations(change.value) }, action, version);
  }
  return true;
}

/** Overlay 1.1.0, Action Object: `copy` selects a single node of the document, in place of the value of `update`. */
function changeOf(root: JsonObject, action: JsonObject): Change {
  const { update: value, copy } = action;
  if (value !== undefined) return { value, from: action, token: 'update' };
  if (typeof copy !== 'string')
    throw new InputError('an overlay action needs `update`, `copy` or `remove: true`', sourceLocation(action));
  const [source, ...others] = select(root, action, 'copy', copy);
  if (source && others.length === 0)
    return { value: cloneWithLocations(source.value), from: source.parent, token: source.token };
  const count = others.length === 0 ? 'nothing' : `${others.length + 1} nodes`;
  throw new InputError(`overlay copy ${copy} selects ${count}; it must select one`, sourceLocation(action, 'copy'));
}

function select(root: JsonObject, action: JsonObject, field: 'target' | 'copy', path: string): Match[] {
  const matches = new Map<string, Match>();
  try {
    loadJsonPath().exec(root as never, path, (value, tokens) => {
      const parent = tokens
        .slice(0, -1)
        .reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], root);
      const token = String(tokens.at(-1) ?? '');
      matches.set(JSON.stringify(tokens), {
        parent: parent as JsonValue[] | JsonObject,
        token,
        value: value as JsonValue,
      });
    });
  } catch (error) {
    throw new InputError(
      `overlay ${field} ${path} is not a JSONPath (RFC 9535): ${(error as Error).message.split('\n')[0]}`,
      sourceLocation(action, field),
    );
  }
  return [...matches.values()];
}

/** Removes items of arrays last first, so that those before them keep their index. */
function removeAll(matches: readonly Match[], action: JsonObject): void {
  if (matches.some(({ value, parent }) => value === parent))
    throw new InputError('an overlay cannot remove the whole document', sourceLocation(action, 'target'));
  const properties = matches.filter(({ parent }) => !Array.isArray(parent));
  const items = matches.filter(({ parent }) => Array.isArray(parent));
  items.sort((a, b) => Number(b.token) - Number(a.token));
  for (const { parent, token } of [...properties, ...items]) deleteProperty(parent, token);
}

/** Overlay 1.1.0, Action Object: an object is merged, an array gets the items of an array, in 1.0 one more item. */
function update({ parent, token, value }: Match, change: Change, action: JsonObject, version: string): void {
  const isList = Array.isArray(change.value) && !version.startsWith('1.0');
  if (Array.isArray(value) && isList) concatenate(value, change.value as JsonValue[]);
  else if (Array.isArray(value)) {
    value.push(change.value);
    copyLocation(value, String(value.length - 1), change.from, change.token);
  } else if (!isObject(value)) replace(parent, token, change);
  else if (isObject(change.value)) merge(value, change.value);
  else {
    const field = action['update'] === undefined ? 'copy' : 'update';
    throw new InputError(`\`${field}\` of an object must be an object`, sourceLocation(action, field));
  }
}

function replace(parent: JsonValue[] | JsonObject, token: string, { value, from, token: child }: Change): void {
  if (Array.isArray(parent)) parent[Number(token)] = value;
  else setProperty(parent, token, value);
  copyLocation(parent, token, from, child);
}

function concatenate(list: JsonValue[], more: readonly JsonValue[]): void {
  for (const [index, item] of more.entries()) {
    list.push(item);
    copyLocation(list, String(list.length - 1), more, String(index));
  }
}

/** Overlay 1.0.0, Action Object: properties merge recursively, arrays are concatenated, the rest is replaced. */
function merge(into: JsonObject, change: JsonObject): void {
  for (const [name, value] of Object.entries(change)) {
    const old = Object.hasOwn(into, name) ? into[name] : undefined;
    if (isObject(old) && isObject(value)) merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) concatenate(old, value);
    else {
      setProperty(into, name, value);
      copyLocation(into, name, change, name);
    }
  }
}
