import { jsonEqual } from '../../core/json/equal.ts';
import { getAllAt, getAt, getChild, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import { keep } from '../../core/util/keep.ts';
import { withArticle } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isOf } from '../../openapi/resources/child-counts.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { conflictFacts } from '../../openapi/resources/prose/conflict-facts.ts';
import { conflictText, isConflictIn } from '../../openapi/resources/prose/conflicts.ts';
import { protects } from '../../openapi/resources/prose/protection.ts';
import { toldWithin } from '../../openapi/resources/prose/unique-within.ts';
import { ignoresCase, toldUnique } from '../../openapi/resources/prose/uniqueness.ts';
import { stateProperty } from '../../openapi/resources/state-property.ts';
import { namedBy, namedByItems } from './naming.ts';
import type { WorldRequest } from './plan.ts';
import type { StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** Whether a record stands in the way of a request: what clients created does, and in a strict world those of examples, which are there to be seen. */
export function isBinding({ options }: World, { origin }: StoredRecord): boolean {
  return origin === 'created' || options.strict;
}

/** An action on a record, or its deletion, in a state in which it is a conflict, as the document says in words. */
export function conflictOfState(
  contract: Contract,
  world: World,
  { operation }: ResourceOperation,
  { shape, type, ignoresConditions }: TypeWorld,
  record: StoredRecord,
): RequestProblem | undefined {
  const { value } = record;
  const isHeld = isBinding(world, record) && !ignoresConditions;
  const text = isHeld ? conflictText(contract, operation) : undefined;
  const states = text && stateProperty(contract, shape.representation.schemas);
  const state = states && getAt(value, states.pointer);
  if (!text || !states || typeof state !== 'string' || !isConflictIn(state, states.listed, text)) return undefined;
  return { status: 409, message: `the ${type.name} is ${state}` };
}

/** A creation that names a record in a state that is a conflict, as the document says in words: a copy that is on loan. */
export function conflictOfNamed(
  contract: Contract,
  world: World,
  request: Pick<WorldRequest, 'types' | 'operation' | 'path' | 'body'>,
): RequestProblem | undefined {
  const { types, operation } = request;
  if (types.ignoresConditions) return undefined;
  for (const { type, record } of [...namedBy(world, request).values(), ...namedByItems(world, request)]) {
    const isHeld = type !== types.type && isBinding(world, record);
    const facts = isHeld ? conflictFacts(contract, operation.operation, type) : [];
    const fact = facts.find((each) => isOf(each, record.value));
    if (fact) return { status: fact.status, message: `${fact.property} of the ${type.name} is ${String(fact.value)}` };
  }
  return undefined;
}

/** A change of a record that names another version than it has. */
export function conflictOfVersion(
  { operation, request, version }: ResourceOperation,
  { type, ignoresConditions }: TypeWorld,
  { value }: StoredRecord,
  body: JsonValue | undefined,
): RequestProblem | undefined {
  const sent = version?.locks && body !== undefined && !ignoresConditions ? getAt(body, version.at) : undefined;
  const current = version && getAt(value, version.at.slice(request?.envelope.length));
  if (sent === undefined || current === undefined || jsonEqual(sent, current)) return undefined;
  const status = listsStatus(operation, 412) ? 412 : 409;
  return { status, message: `the ${type.name} has changed: its version is ${String(current)}` };
}

interface Unique {
  readonly names: readonly string[];
  /** JSON Pointers in a record of what names the one within which a value is unique. */
  readonly within: ReadonlyMap<string, string>;
  readonly isSame: (one: JsonValue, other: JsonValue) => boolean;
}

const unique = new WeakMap<ResourceOperation, Unique>();

/** A change that may be a conflict, of whatever kind, may take no value that a creation cannot. */
function uniqueOf(contract: Contract, { type }: TypeWorld, operation: ResourceOperation): Unique {
  const creations = listsStatus(operation.operation, 409) ? type.operations.filter(({ creates }) => creates) : [];
  const told = [operation, ...creations].find((each) => toldUnique(contract, each).length > 0);
  const fold = (value: JsonValue) => (typeof value === 'string' ? value.toLowerCase() : value);
  const isFolded = told !== undefined && ignoresCase(contract, told);
  const scopes = told ? toldWithin(contract, type, told) : [];
  const pointerIn = (at: string) => at.slice(told?.request?.envelope.length);
  return {
    names: told ? toldUnique(contract, told) : [],
    within: new Map(scopes.flatMap(({ name, reference }) => (reference ? [[name, pointerIn(reference.at)]] : []))),
    isSame: isFolded ? (one, other) => jsonEqual(fold(one), fold(other)) : jsonEqual,
  };
}

/** A record with a value of another that has to be unique, as the document says in words. */
export function conflictOfValues(
  contract: Contract,
  world: World,
  { types, operation, path }: Pick<WorldRequest, 'types' | 'operation' | 'path'>,
  value: JsonObject,
  own?: StoredRecord,
): RequestProblem | undefined {
  const { names, within, isSame } =
    unique.get(operation) ?? keep(unique, operation, uniqueOf(contract, types, operation));
  if (names.length === 0 || types.ignoresConditions) return undefined;
  for (const other of types.store.list(types.paths.scopeOf(path))) {
    if (other === own || !isBinding(world, other)) continue;
    const taken = names.find((name) => {
      const [sent, known] = [getChild(value, name), getChild(other.value, name)];
      const above = within.get(name);
      const isElsewhere =
        above !== undefined && !jsonEqual(getAt(value, above) ?? null, getAt(other.value, above) ?? null);
      return sent !== undefined && known !== undefined && !isElsewhere && isSame(sent, known);
    });
    if (taken !== undefined)
      return { status: 409, message: `there is ${withArticle(types.type.name)} with this ${taken} already` };
  }
  return undefined;
}

/** The deletion of a record that others need, which the document calls a conflict. */
export function conflictOfUse(
  contract: Contract,
  world: World,
  { operation }: ResourceOperation,
  types: TypeWorld,
  record: StoredRecord,
): RequestProblem | undefined {
  const { type } = types;
  const text = types.ignoresConditions ? undefined : conflictText(contract, operation);
  for (const other of text ? world.dependentOn(types) : []) {
    const states = stateProperty(contract, other.shape.representation.schemas);
    if (!text || !protects(other.type.words, text, false, states?.listed)) continue;
    // In a strict world the first records are there before anybody has read them.
    if (world.options.strict) bringIn(world, other, record);
    const names = other.type.references.filter(({ resource }) => resource === type.name);
    const needs = ({ scope, value }: StoredRecord) =>
      scope === record.key ||
      scope.startsWith(`${record.key}/`) ||
      names.some((each) => refersTo(value, each.at, record));
    const isKept = ({ value }: StoredRecord) =>
      protects(other.type.words, text, false, states ? [String(getAt(value, states.pointer))] : [], states?.listed);
    if (other.store.list().some((each) => isBinding(world, each) && needs(each) && isKept(each)))
      return { status: 409, message: `${withArticle(other.type.name)} needs the ${type.name}` };
  }
  return undefined;
}

function bringIn(world: World, types: TypeWorld, { path }: StoredRecord): void {
  world.finder.enterAll(types);
  world.finder.enter(types, path);
}

function refersTo(value: StoredRecord['value'], at: string, { path }: StoredRecord): boolean {
  const identifier = [...path.values()].at(-1);
  const found = at.includes('/*') ? getAllAt(value, parsePointer(at)) : [getAt(value, at)];
  return found.flat().some((each) => each !== undefined && String(each) === String(identifier));
}
