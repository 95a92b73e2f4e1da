import { getOwn, isObject, setProperty } from '../../../core/json/index.ts';
import { getAt, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { evenHash } from '../../../core/util/random.ts';
import type { Reference } from '../../../openapi/resources/model.ts';
import type { TypeWorld } from '../type-world.ts';
import { pathName, type StoredRecord } from './stored-record.ts';

export interface Link {
  /** Decides which records are named; equal keys choose the same. */
  readonly key: string;
  /** What a client sent: its references stay. */
  readonly sent?: JsonObject;
  /** Pointers of the references that the path of the record decides. */
  readonly known: ReadonlySet<string>;
}

interface LinkContext extends Link {
  /** Returns the records that a reference may name. */
  readonly findTargets: (reference: Reference) => readonly StoredRecord[];
}

/** Value of an identifier, and the record that it names. */
interface Target {
  readonly identifier: JsonValue;
  readonly value: JsonObject;
}

/** Lets the made-up references of a record name records that exist; each only if the record stays valid. */
export function linkRecord(
  types: TypeWorld,
  value: JsonObject,
  { key, sent, known, findTargets }: LinkContext,
): JsonObject {
  let record = value;
  for (const reference of types.type.references) {
    const path = parsePointer(reference.at);
    if (known.has(reference.at) || !hasPlace(record, path) || hasPlace(sent, path)) continue;
    const targets = findTargets(reference);
    if (targets.length === 0) continue;
    let next = evenHash(`${key} ${reference.at}`);
    const linked = linkTo(record, path, () => toTarget(reference, targets[next++ % targets.length]));
    if (types.isValid(linked)) record = linked;
  }
  return record;
}

/** The record itself is no copy of another one, even if it has a property of the same name. */
function linkTo(
  record: JsonObject,
  [name = '', ...rest]: readonly string[],
  next: () => Target | undefined,
): JsonObject {
  const own = getOwn(record, name) ?? null;
  const linked = { ...record };
  setProperty(linked, name, rest.length === 0 ? (next()?.identifier ?? own) : replaceEach(own, rest, next));
  return linked;
}

function toTarget({ resource, identifier }: Reference, record: StoredRecord | undefined): Target | undefined {
  const found = record?.path.get(pathName(resource, identifier));
  return record && found !== undefined ? { identifier: found, value: record.value } : undefined;
}

function hasPlace(value: JsonValue | undefined, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined && value !== null;
  if (token === '*') return Array.isArray(value) && value.some((each) => hasPlace(each, rest));
  return isObject(value) && hasPlace(getOwn(value, token), rest);
}

/** Copies a value with an identifier at each place of a path that has one. */
function replaceEach(value: JsonValue, path: readonly string[], next: () => Target | undefined): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined || value === null) return value === null ? null : (next()?.identifier ?? value);
  if (token === '*') {
    if (!Array.isArray(value)) return value;
    const replaced = value.map((each) => replaceEach(each, rest, next));
    // Identifiers in a list are different ones, and so are records that it shows.
    const [name, ...deeper] = rest;
    if (deeper.length > 0 || (name !== undefined && !OWN_IDENTIFIER.test(name))) return replaced;
    const identifierOf = (each: JsonValue) => {
      const own = name !== undefined && isObject(each) ? getOwn(each, name) : each;
      return own === undefined ? each : String(own);
    };
    return [...new Map(replaced.map((each) => [identifierOf(each), each])).values()];
  }
  const own = isObject(value) ? getOwn(value, token) : undefined;
  if (!isObject(value) || own === undefined) return value;
  const copy: JsonObject = { ...value };
  if (rest.length > 0) setProperty(copy, token, replaceEach(own, rest, next));
  else if (own !== null) fillIn(copy, token, next());
  return copy;
}

/** Not `productId` of a line: several lines may name the same. */
const OWN_IDENTIFIER = /^(_?id|uuid|guid)$/i;

/** Sets the identifier; an object that shows the record under the same names shows its values too. */
function fillIn(owner: JsonObject, name: string, target: Target | undefined): void {
  if (!target) return;
  const isShown =
    getAt(target.value, `/${name}`) !== undefined && String(target.value[name]) === String(target.identifier);
  if (isShown)
    for (const each of Object.keys(owner)) {
      const value = getOwn(target.value, each);
      if (value !== undefined) setProperty(owner, each, value);
    }
  setProperty(owner, name, target.identifier);
}
