import { exec } from 'jsonpath-rfc9535';
import { ContractError } from '../errors.ts';
import type { Json, JsonObject } from '../model.ts';
import { isObject, setMember } from './json.ts';
import { adoptOrigin, cloneWithOrigins, locate, readSource } from './source.ts';

interface Match {
  readonly parent: Json[] | JsonObject;
  readonly token: string;
  readonly value: Json;
}

/**
 * Applies an OpenAPI Overlay 1.0 document in place; what it adds keeps its line in the overlay.
 * @throws {ContractError} for a file that is no overlay, and for a target that matches nothing
 */
export function applyOverlay(root: JsonObject, file: string): void {
  const overlay = readSource(file, 'overlay').root;
  if (!isObject(overlay) || !/^1\.\d/.test(String(overlay['overlay'])))
    throw new ContractError(`${file} is not an OpenAPI Overlay: it needs \`overlay: 1.0.0\` at its top.`);
  const actions = overlay['actions'];
  if (!Array.isArray(actions) || actions.length === 0)
    throw new ContractError('an overlay needs a list of `actions`', locate(overlay, 'actions'));
  for (const action of actions) applyAction(root, action);
}

function applyAction(root: JsonObject, action: Json): void {
  if (!isObject(action)) throw new ContractError('an overlay action must be an object with a `target`');
  const { target } = action;
  if (typeof target !== 'string')
    throw new ContractError('an overlay action needs a `target`, a JSONPath', locate(action));
  const matches = select(root, action, target);
  if (matches.length === 0)
    throw new ContractError(
      `overlay target ${target} matches nothing in the spec. Correct the JSONPath, or leave this overlay out.`,
      locate(action, 'target'),
    );
  if (action['remove'] === true) for (const match of matches.toReversed()) remove(match);
  else if (action['update'] !== undefined) for (const match of matches) update(match, action);
  else throw new ContractError('an overlay action needs `update` or `remove: true`', locate(action));
}

function select(root: JsonObject, action: JsonObject, target: string): Match[] {
  const matches: Match[] = [];
  try {
    exec(root as never, target, (value, path) => {
      const parent = path.slice(0, -1).reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], root);
      matches.push({ parent: parent as Json[] | JsonObject, token: String(path.at(-1) ?? ''), value: value as Json });
    });
  } catch (error) {
    throw new ContractError(
      `overlay target ${target} is not a JSONPath (RFC 9535): ${(error as Error).message.split('\n')[0]}`,
      locate(action, 'target'),
    );
  }
  return matches;
}

function remove({ parent, token }: Match): void {
  if (Array.isArray(parent)) parent.splice(Number(token), 1);
  else delete parent[token];
}

function update({ parent, token, value }: Match, action: JsonObject): void {
  const change = cloneWithOrigins(action['update'] ?? null);
  if (Array.isArray(value)) {
    value.push(change);
    adoptOrigin(value, String(value.length - 1), action, 'update');
  } else if (isObject(value) && isObject(change)) merge(value, change);
  else if (Array.isArray(parent)) parent[Number(token)] = change;
  else setMember(parent, token, change);
}

/** Overlay 1.0.0, Action Object: properties merge recursively, arrays are concatenated, the rest is replaced. */
function merge(into: JsonObject, change: JsonObject): void {
  for (const [name, value] of Object.entries(change)) {
    const old = Object.hasOwn(into, name) ? into[name] : undefined;
    if (isObject(old) && isObject(value)) merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        old.push(item);
        adoptOrigin(old, String(old.length - 1), value, String(index));
      }
    } else {
      setMember(into, name, value);
      adoptOrigin(into, name, change, name);
    }
  }
}
