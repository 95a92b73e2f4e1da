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
import { allowsNumbers } from '../../../openapi/schema/instance-types.ts';
import { isUnspecified } from '../../../openapi/unspecified.ts';
import { namesNothing } from '../named-alternatives.ts';
import { arrayCandidates } from './arrays.ts';
import type { CandidateValue } from './candidate-value.ts';
import { numberCandidates } from './numbers.ts';
import { propertyCountCandidates } from './objects.ts';
import { stringCandidates } from './strings.ts';
import { enumCandidates, isNullAmbiguous, notCandidates, typeCandidates } from './types.ts';
import { isOneViolation, violationsInBranches } from './violations.ts';

/** A value that differs from a valid one at one location. */
export interface ValueMutation {
  /** The location and its value, e.g. `/id is a numeric string`. */
  readonly label: string;
  /** JSON Pointer of the location that differs. */
  readonly path: string;
  /** What is at the location now: `absent`, or a JSON type. */
  readonly kind: string;
  /** The whole value. */
  readonly value: JsonValue;
  /** Schema pointer of what a valid mutation targets: a keyword, or the optional property that is absent. */
  readonly targets: string;
  /** Schema pointers of the keywords that the value violates; empty if it is valid. */
  readonly violated: readonly string[];
  /** Those that it violates within branches of `oneOf` and `anyOf`, of which only the choice is in `violated`. */
  readonly violatedInBranches: readonly string[];
  /** True if the contract leaves the value unspecified. */
  readonly isUnspecified: boolean;
}

const REMOVED = Symbol('absent');
const RANGE = ['minimum', 'maximum', 'range'];

/**
 * Yields mutations of `base`, a valid value of the schema at `pointer`: each boundary and each violation, at every depth.
 * Mutations that violate the schema at several locations are skipped.
 * @param concerns selects the changes to validate, by the pointers of their schemas; default all
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
    const mutation = evaluateChange(contract, pointer, base, direction, change);
    if (mutation) yield mutation;
  }
}

/** Yields the mutations that violate the schema at one location. */
export function* invalidMutations(
  contract: Contract,
  pointer: string,
  base: JsonValue,
  direction: Direction,
): Generator<ValueMutation> {
  for (const change of changes(contract, pointer, base, direction)) {
    if (change.candidate.isUnspecified === true) continue;
    const mutation = evaluateChange(contract, pointer, base, direction, change);
    if (mutation && mutation.violated.length > 0) yield mutation;
  }
}

/** Yields every change of `base`, each value once per location. */
function* changes(contract: Contract, pointer: string, base: JsonValue, direction: Direction): Generator<Change> {
  const seen = new Set<string>();
  for (const change of walk(contract, pointer, base, '', direction, new Set())) {
    const { path, candidate } = change;
    const key = `${path} ${candidate.value === REMOVED ? '' : stringifyJson(candidate.value)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield change;
  }
}

function evaluateChange(
  contract: Contract,
  pointer: string,
  base: JsonValue,
  direction: Direction,
  change: Change,
): ValueMutation | undefined {
  const { path, schema, candidate } = change;
  const result = candidate.value === REMOVED ? removeAt(base, path) : replaceAt(base, path, candidate.value);
  const errors = contract.schemas.validate(pointer, result, direction);
  if (!isOneViolation(errors, path)) return undefined;
  // Keywords that were not evaluated may still reject it.
  if (errors.length === 0 && contract.schemas.lastNotEvaluated.size > 0) return undefined;
  const label = path === '' ? candidate.label : `${path} ${candidate.label}`;
  const violated = [...new Set(errors.map((error) => error.pointer))];
  const targets = candidate.value === REMOVED ? schema : appendTokens(schema, candidate.keyword ?? 'type');
  const isValid = violated.length === 0;
  const isUnspecifiedValue =
    candidate.isUnspecified === true ||
    (isValid && (candidate.isUnspecified === 'if valid' || namesNothing(contract.document, path, base, result)));
  const kind = candidate.value === REMOVED ? 'absent' : jsonTypeOf(candidate.value);
  const violatedInBranches = [...violationsInBranches(contract, base, result, direction, errors)];
  return { label, path, kind, targets, value: result, violated, violatedInBranches, isUnspecified: isUnspecifiedValue };
}

function jsonTypeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
}

interface Change {
  readonly path: string;
  /** Pointer of the schema at the location; of an absent property, its own. */
  readonly schema: string;
  /** Pointers of the schemas that the change may target: those of the location, and of the object that gains or loses a property. */
  readonly owners: readonly string[];
  readonly candidate: Omit<CandidateValue, 'value'> & { readonly value: JsonValue | typeof REMOVED };
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
  const effective = effectiveSchema(contract.document, pointer, direction);
  if (walked.has(effective.pointer)) return;
  walked.add(effective.pointer);
  const owners = ownersOf(effective);
  for (const candidate of valueCandidates(contract, effective, value))
    yield { path, schema: effective.pointer, owners, candidate };
  const branches = inPlaceSubschemas(contract.schemas, effective, value, direction);
  if (isObject(value)) yield* walkObject(contract, effective, branches, value, path, direction);
  else if (Array.isArray(value)) yield* walkArray(contract, effective, value, path, direction);
  for (const branch of branches) yield* walk(contract, branch, value, path, direction, walked);
}

function valueCandidates(contract: Contract, effective: EffectiveSchema, value: JsonValue): CandidateValue[] {
  const isRangeUnspecified = effective.schemas.some(({ pointer }) => isUnspecified(contract.document, pointer, RANGE));
  const listed = enumCandidates(effective);
  const candidates = [
    ...typeCandidates(effective, value, isNullAmbiguous(contract.document.version, effective)),
    ...listed,
  ];
  candidates.push(...notCandidates(effective));
  if (listed.length > 0) return candidates;
  if (effective.hasType && (isNumber(value) || allowsNumbers(effective.types)))
    candidates.push(...numberCandidates(effective, isRangeUnspecified));
  if (effective.hasType && effective.types.includes('string')) candidates.push(...stringCandidates(effective, value));
  return candidates;
}

function* walkObject(
  contract: Contract,
  effective: EffectiveSchema,
  branches: readonly string[],
  value: JsonObject,
  path: string,
  direction: Direction,
): Generator<Change> {
  const owners = ownersOf(effective);
  const inBranches = branches.map((branch) => effectiveSchema(contract.document, branch, direction).properties);
  for (const candidate of propertyCountCandidates(effective, value))
    yield { path, schema: effective.pointer, owners, candidate };
  for (const name of Object.keys(value)) {
    const childPath = `${path}/${escapeToken(name)}`;
    const declared = effective.properties.get(name) ?? inBranches.flatMap((properties) => properties.get(name) ?? []);
    const [schema = effective.pointer] = declared;
    yield {
      path: childPath,
      schema,
      owners: [...owners, ...declared],
      candidate: { label: 'is absent', value: REMOVED },
    };
    for (const pointer of schemasOfProperty(effective.schemas, name) ?? [])
      yield* walk(contract, pointer, value[name] ?? null, childPath, direction, new Set());
  }
  yield* forbiddenProperties(contract, effective, value, path);
  yield* undeclaredProperties(effective, value, path);
}

/** Yields the object with a property whose schema is `false`. */
function* forbiddenProperties(
  { document }: Contract,
  effective: EffectiveSchema,
  value: JsonObject,
  path: string,
): Generator<Change> {
  const candidate = { label: 'is present but forbidden', value: 'x' };
  for (const [name, [schema = '']] of effective.properties)
    if (!Object.hasOwn(value, name) && document.resolve(schema).value === false)
      yield { path: `${path}/${escapeToken(name)}`, schema, owners: [...ownersOf(effective), schema], candidate };
}

function* undeclaredProperties(effective: EffectiveSchema, value: JsonObject, path: string): Generator<Change> {
  if (effective.properties.size === 0 && !effective.types.includes('object')) return;
  if (typeof effective.additionalProperties === 'string') return;
  const isForbidden = effective.additionalProperties === false;
  const label = isForbidden ? 'is not declared' : 'is an undeclared property';
  const candidate = { label, value: 'x', isUnspecified: !isForbidden };
  for (const name of ['unknown_property', '__proto__'])
    if (!Object.hasOwn(value, name))
      yield { path: `${path}/${name}`, schema: effective.pointer, owners: ownersOf(effective), candidate };
}

function* walkArray(
  contract: Contract,
  effective: EffectiveSchema,
  value: readonly JsonValue[],
  path: string,
  direction: Direction,
): Generator<Change> {
  const accepts = (pointer: string, item: JsonValue) => contract.schemas.accepts(pointer, item, direction);
  for (const candidate of arrayCandidates(effective, value, accepts))
    yield { path, schema: effective.pointer, owners: ownersOf(effective), candidate };
  for (const [index, item] of value.slice(0, prefixItemsCount(effective.schemas) + 1).entries())
    for (const pointer of schemasOfItem(effective.schemas, index))
      yield* walk(contract, pointer, item, `${path}/${index}`, direction, new Set());
}

function ownersOf({ pointer, schemas }: EffectiveSchema): readonly string[] {
  return [pointer, ...schemas.map((part) => part.pointer)].map(stripScope);
}
