import { isNumber } from '../../../core/json/decimal.ts';
import { isObject, stringifyJson } from '../../../core/json/index.ts';
import { appendTokens, escapeToken, removeAt, replaceAt } from '../../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../../core/model.ts';
import { stripScope } from '../../../openapi/bundle/dynamic-scope.ts';
import type { Contract } from '../../../openapi/contract.ts';
import {
  inPlaceSubschemas,
  prefixItemsCount,
  schemasOfItem,
  schemasOfProperty,
} from '../../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { ValidationError } from '../../../openapi/schema/messages.ts';
import { isUnspecified } from '../../../openapi/unspecified.ts';
import { arrayCandidates } from './arrays.ts';
import type { CandidateValue } from './candidate-value.ts';
import { numberCandidates } from './numbers.ts';
import { propertyCountCandidates } from './objects.ts';
import { stringCandidates } from './strings.ts';
import { enumCandidates, isNullAmbiguous, notCandidates, typeCandidates } from './types.ts';

/** A value that differs from a valid one in one place. */
export interface ValueMutation {
  /** The place and what is there, e.g. `/id is a numeric string`. */
  readonly label: string;
  /** JSON Pointer of the place that differs. */
  readonly path: string;
  /** The whole value. */
  readonly value: JsonValue;
  /** Pointer of what a valid variant is about: a keyword of the place's schema, or the optional member that is absent. */
  readonly targets: string;
  /** Pointers of the keywords that the value breaks; empty: it is valid. */
  readonly violated: readonly string[];
  /** True where the contract is silent: a gap, or a value at the edge of one. */
  readonly isUnspecified: boolean;
}

const ABSENT = Symbol('absent');
const RANGE = ['minimum', 'maximum', 'range'];

/**
 * Every variant of `base`, a valid value of the schema at `pointer`: each boundary, and exactly one violation at a time, at every depth.
 * The validator says of each what it breaks; what would break several places is left out.
 * @param concerns which changes are judged, by the pointers of the schemas that they are about; default all
 */
export function* mutateValue(
  contract: Contract,
  pointer: string,
  base: JsonValue,
  direction: Direction,
  concerns: (schemas: readonly string[]) => boolean = () => true,
): Generator<ValueMutation> {
  for (const change of changes(contract, pointer, base, direction)) {
    if (!concerns(change.owners)) continue;
    const variant = judge(contract, pointer, base, direction, change);
    if (variant) yield variant;
  }
}

/** The variants that break the schema: one violation each. */
export function* invalidMutations(
  contract: Contract,
  pointer: string,
  base: JsonValue,
  direction: Direction,
): Generator<ValueMutation> {
  for (const change of changes(contract, pointer, base, direction)) {
    if (change.candidate.isUnspecified === true) continue;
    const variant = judge(contract, pointer, base, direction, change);
    if (variant && variant.violated.length > 0) yield variant;
  }
}

/** Every change of the base, each of its values once. */
function* changes(contract: Contract, pointer: string, base: JsonValue, direction: Direction): Generator<Change> {
  const seen = new Set<string>();
  for (const change of walk(contract, pointer, base, '', direction, new Set())) {
    const { path, candidate } = change;
    const key = `${path} ${candidate.value === ABSENT ? '' : stringifyJson(candidate.value)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield change;
  }
}

function judge(
  contract: Contract,
  pointer: string,
  base: JsonValue,
  direction: Direction,
  change: Change,
): ValueMutation | undefined {
  const { path, schema, candidate } = change;
  const whole = candidate.value === ABSENT ? removeAt(base, path) : replaceAt(base, path, candidate.value);
  const errors = contract.schemas.validate(pointer, whole, direction);
  if (!isOneViolation(errors, path)) return undefined;
  // Nobody knows whether a service has to accept it.
  if (errors.length === 0 && contract.schemas.lastNotEvaluated.size > 0) return undefined;
  const label = path === '' ? candidate.label : `${path} ${candidate.label}`;
  const broken = [...new Set(errors.map((error) => error.pointer))];
  const about = candidate.value === ABSENT ? schema : appendTokens(schema, candidate.keyword ?? 'type');
  const open = candidate.isUnspecified === true || (candidate.isUnspecified === 'if valid' && broken.length === 0);
  return { label, path, targets: about, value: whole, violated: broken, isUnspecified: open };
}

function isOneViolation(errors: readonly ValidationError[], path: string): boolean {
  return errors.every(
    (error) =>
      error.instancePath === path || error.instancePath.startsWith(`${path}/`) || isParent(error.instancePath, path),
  );
}

/** A count of members or items is judged at the value that holds the place. */
function isParent(parent: string, path: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === parent;
}

interface Change {
  readonly path: string;
  /** Pointer of the schema of the place; of an absent member, its property. */
  readonly schema: string;
  /** Pointers of the schemas whose keywords the change may be about: those of the place, and of the object whose member comes or goes. */
  readonly owners: readonly string[];
  readonly candidate: Omit<CandidateValue, 'value'> & { readonly value: JsonValue | typeof ABSENT };
}

function* walk(
  contract: Contract,
  pointer: string,
  value: JsonValue,
  path: string,
  direction: Direction,
  /** Pointers of the schemas walked for this value: one may be its own alternative, or that of many others. */
  walked: Set<string>,
): Generator<Change> {
  const shape = effectiveSchema(contract.document, pointer, direction);
  if (walked.has(shape.pointer)) return;
  walked.add(shape.pointer);
  const owners = ownersOf(shape);
  for (const candidate of valueCandidates(contract, shape, value))
    yield { path, schema: shape.pointer, owners, candidate };
  if (isObject(value)) yield* walkObject(contract, shape, value, path, direction);
  else if (Array.isArray(value)) yield* walkArray(contract, shape, value, path, direction);
  for (const branch of inPlaceSubschemas(contract.schemas, shape, value, direction))
    yield* walk(contract, branch, value, path, direction, walked);
}

function valueCandidates(contract: Contract, shape: EffectiveSchema, value: JsonValue): CandidateValue[] {
  const rangeIsOpen = shape.schemas.some(({ pointer }) => isUnspecified(contract.document, pointer, RANGE));
  const listed = enumCandidates(shape);
  const candidates = [...typeCandidates(shape, value, isNullAmbiguous(contract.document.version, shape)), ...listed];
  candidates.push(...notCandidates(shape));
  if (listed.length > 0) return candidates;
  if (shape.hasType && (isNumber(value) || shape.types.some((type) => type === 'integer' || type === 'number')))
    candidates.push(...numberCandidates(shape, rangeIsOpen));
  if (shape.hasType && shape.types.includes('string')) candidates.push(...stringCandidates(shape, value));
  return candidates;
}

function* walkObject(
  contract: Contract,
  shape: EffectiveSchema,
  value: JsonObject,
  path: string,
  direction: Direction,
): Generator<Change> {
  const own = ownersOf(shape);
  for (const candidate of propertyCountCandidates(shape, value))
    yield { path, schema: shape.pointer, owners: own, candidate };
  for (const name of Object.keys(value)) {
    const place = `${path}/${escapeToken(name)}`;
    const declared = shape.properties.get(name) ?? [];
    const [schema = shape.pointer] = declared;
    yield { path: place, schema, owners: [...own, ...declared], candidate: { label: 'is absent', value: ABSENT } };
    for (const pointer of schemasOfProperty(shape.schemas, name) ?? [])
      yield* walk(contract, pointer, value[name] ?? null, place, direction, new Set());
  }
  for (const [name, [pointer = '']] of shape.properties)
    if (!Object.hasOwn(value, name) && contract.document.resolve(pointer).value === false) {
      const place = `${path}/${escapeToken(name)}`;
      const owners = [...own, pointer];
      yield { path: place, schema: pointer, owners, candidate: { label: 'is there and may not be', value: 'x' } };
    }
  if (shape.properties.size === 0 && !shape.types.includes('object')) return;
  const closed = shape.additionalProperties === false;
  for (const name of ['unknown_member', '__proto__'])
    if (!Object.hasOwn(value, name) && typeof shape.additionalProperties !== 'string') {
      const label = closed ? 'is not declared' : 'is an undeclared member';
      const candidate = { label, value: 'x', isUnspecified: !closed };
      yield { path: `${path}/${name}`, schema: shape.pointer, owners: own, candidate };
    }
}

function* walkArray(
  contract: Contract,
  shape: EffectiveSchema,
  value: readonly JsonValue[],
  path: string,
  direction: Direction,
): Generator<Change> {
  const accepts = (pointer: string, item: JsonValue) => contract.schemas.accepts(pointer, item, direction);
  for (const candidate of arrayCandidates(shape, value, accepts))
    yield { path, schema: shape.pointer, owners: ownersOf(shape), candidate };
  for (const [index, item] of value.slice(0, prefixItemsCount(shape.schemas) + 1).entries())
    for (const pointer of schemasOfItem(shape.schemas, index))
      yield* walk(contract, pointer, item, `${path}/${index}`, direction, new Set());
}

function ownersOf({ pointer, schemas }: EffectiveSchema): readonly string[] {
  return [pointer, ...schemas.map((part) => part.pointer)].map(stripScope);
}
