import { createRequire } from 'node:module';
import { InputError } from '../core/errors.ts';
import { isObject, setProperty } from '../core/json/index.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
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

/**
 * Applies an OpenAPI Overlay 1.x document in place; what it adds keeps its position in the overlay.
 * @throws {InputError} for a file that is not an overlay, and for a target that matches nothing
 */
export function applyOverlay(root: JsonObject, file: string): void {
  const overlay = readYamlSource(file, 'overlay').root;
  if (!isObject(overlay) || !/^1\.\d/.test(String(overlay['overlay'])))
    throw new InputError(`${file} is not an OpenAPI Overlay: add \`overlay: 1.0.0\` at the top.`);
  const actions = overlay['actions'];
  if (!Array.isArray(actions) || actions.length === 0)
    throw new InputError('an overlay needs a list of `actions`', sourceLocation(overlay, 'actions'));
  for (const [index, action] of actions.entries()) {
    if (!isObject(action))
      throw new InputError(
        'an overlay action must be an object with a `target`',
        sourceLocation(actions, String(index)),
      );
    applyAction(root, action);
  }
}

function applyAction(root: JsonObject, action: JsonObject): void {
  const { target } = action;
  if (typeof target !== 'string')
    throw new InputError('an overlay action needs a `target`, a JSONPath', sourceLocation(action));
  const matches = select(root, action, target);
  if (matches.length === 0)
    throw new InputError(
      `overlay target ${target} matches nothing in the spec. Correct the JSONPath, or remove this overlay.`,
      sourceLocation(action, 'target'),
    );
  if (action['remove'] === true) removeAll(matches, action);
  else if (action['update'] !== undefined) for (const match of matches) update(match, action);
  else throw new InputError('an overlay action needs `update` or `remove: true`', sourceLocation(action));
}

function select(root: JsonObject, action: JsonObject, target: string): Match[] {
  const matches = new Map<string, Match>();
  try {
    loadJsonPath().exec(root as never, target, (value, path) => {
      const parent = path.slice(0, -1).reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], root);
      const token = String(path.at(-1) ?? '');
      matches.set(JSON.stringify(path), {
        parent: parent as JsonValue[] | JsonObject,
        token,
        value: value as JsonValue,
      });
    });
  } catch (error) {
    throw new InputError(
      `overlay target ${target} is not a JSONPath (RFC 9535): ${(error as Error).message.split('\n')[0]}`,
      sourceLocation(action, 'target'),
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

/** Overlay 1.0.0, Action Object: an object is merged, an array gets one more item; from 1.1 on a primitive is replaced. */
function update({ parent, token, value }: Match, action: JsonObject): void {
  const change = cloneWithLocations(action['update'] ?? null);
  if (Array.isArray(value)) {
    value.push(change);
    copyLocation(value, String(value.length - 1), action, 'update');
  } else if (!isObject(value)) replace(parent, token, change, action);
  else if (isObject(change)) merge(value, change);
  else throw new InputError('`update` of an object must be an object', sourceLocation(action, 'update'));
}

function replace(parent: JsonValue[] | JsonObject, token: string, change: JsonValue, action: JsonObject): void {
  if (Array.isArray(parent)) parent[Number(token)] = change;
  else setProperty(parent, token, change);
  copyLocation(parent, token, action, 'update');
}

/** Overlay 1.0.0, Action Object: properties merge recursively, arrays are concatenated, the rest is replaced. */
function merge(into: JsonObject, change: JsonObject): void {
  for (const [name, value] of Object.entries(change)) {
    const old = Object.hasOwn(into, name) ? into[name] : undefined;
    if (isObject(old) && isObject(value)) merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        old.push(item);
        copyLocation(old, String(old.length - 1), value, String(index));
      }
    } else {
      setProperty(into, name, value);
      copyLocation(into, name, change, name);
    }
  }
}
