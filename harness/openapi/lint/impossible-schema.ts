import { isObject, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { allowsNumbers, type TypeName } from '../schema/instance-types.ts';
import { ANNOTATIONS } from '../schema/keywords/annotations.ts';
import { endless } from './endless-schema.ts';

/** Why no value of a response is valid against a schema, with the pointer of the part that no value satisfies. */
export interface Impossible {
  readonly pointer: string;
  readonly message: string;
}

/** Schemas that are followed from one, so that recursive ones end. */
const MAX_SCHEMAS = 100;

/** Schemas in which nothing impossible was found: responses share most of theirs. */
const possibleSchemas = () => new Set<string>();

/** Finds why no value is valid: in the schema itself, in a property that is required, or in every branch that fits its type. */
export function impossible(contract: Contract, schema: string): Impossible | undefined {
  const possible = contract.document.derived(possibleSchemas);
  const seen = new Set<string>();
  const reason = findImpossible(contract, schema, (pointer) => {
    if (possible.has(pointer) || seen.has(pointer) || seen.size > MAX_SCHEMAS) return false;
    seen.add(pointer);
    return true;
  });
  if (reason === undefined && seen.size <= MAX_SCHEMAS) for (const pointer of seen) possible.add(pointer);
  return reason;
}

/** @param enter whether a schema is looked at */
function findImpossible(
  contract: Contract,
  schema: string,
  enter: (pointer: string) => boolean,
): Impossible | undefined {
  const { pointer, value } = contract.document.resolve(schema);
  if (!isObject(value) || !enter(pointer)) return undefined;
  const message =
    invalidEnum(contract, pointer) ??
    contradictoryTypes(contract, pointer) ??
    onlyEqualBranches(contract, pointer) ??
    endless(contract, pointer, 'response');
  if (message !== undefined) return { pointer, message };
  const effective = effectiveSchema(contract.document, pointer, 'response');
  if (!effective.types.every((type) => type === 'object')) return undefined;
  const closed = requiredButClosed(contract, pointer);
  if (closed !== undefined) return { pointer, message: closed };
  for (const name of effective.required)
    for (const property of effective.properties.get(name) ?? []) {
      const reason = findImpossible(contract, property, enter);
      if (reason) return reason;
    }
  return undefined;
}

/** `enum` beside keywords that none of its values satisfies, such as `null` where the type is `string`. */
export function invalidEnum({ document, schemas }: Contract, pointer: string): string | undefined {
  const schema = document.at(pointer);
  const values = isObject(schema) && !('$ref' in schema) ? schema['enum'] : undefined;
  if (!Array.isArray(values) || values.some((value) => schemas.accepts(pointer, value, 'response'))) return undefined;
  return 'No value of `enum` is valid against the schema that it is in.';
}

/** `type` beside `oneOf` or `anyOf` whose branches all have other types. */
export function contradictoryTypes({ document }: Contract, pointer: string): string | undefined {
  const schema = document.at(pointer);
  if (!isObject(schema) || '$ref' in schema) return undefined;
  const { types, alternatives } = effectiveSchema(document, pointer, 'response');
  const typesOf = (branch: string) => effectiveSchema(document, branch, 'response').types;
  const fits = (branch: string) => typesOf(branch).some((type) => types.some((own) => overlaps(own, type)));
  if (alternatives.every((branches) => branches.length === 0 || branches.some(fits))) return undefined;
  return `No value is valid: its type is ${types.join(' or ')}, but no branch of \`oneOf\` or \`anyOf\` has that type.`;
}

/** `oneOf` whose branches all have an equal one: what is valid against one is valid against two. */
function onlyEqualBranches({ document }: Contract, pointer: string): string | undefined {
  const at = appendTokens(pointer, 'oneOf');
  const branches = document.at(at);
  if (!Array.isArray(branches) || branches.length < 2) return undefined;
  const texts = branches.map((_, index) =>
    stringifyJson(withoutAnnotations(document.resolve(appendTokens(at, index)).value)),
  );
  const hasTwin = (text: string, index: number) => texts.some((other, place) => place !== index && other === text);
  if (!texts.every(hasTwin)) return undefined;
  return 'No value is valid against exactly one branch of `oneOf`: each says the same as another one.';
}

/** A schema without what says nothing about values; names of properties are no keywords. */
function withoutAnnotations(value: JsonValue | undefined, isSchema = true): JsonValue {
  if (Array.isArray(value)) return value.map((each) => withoutAnnotations(each, isSchema));
  if (!isObject(value)) return value ?? null;
  const kept = Object.entries(value).filter(
    ([name]) => !isSchema || !(ANNOTATIONS.includes(name) || name.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([name, each]) => [name, withoutAnnotations(each, !isSchema || !NAMED_SCHEMAS.has(name))]),
  );
}

const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

function overlaps(a: TypeName, b: TypeName): boolean {
  return a === b || (allowsNumbers([a]) && allowsNumbers([b]));
}

/** A property that is required, itself or by `allOf`, where only other properties are allowed. */
export function requiredButClosed({ document }: Contract, pointer: string): string | undefined {
  const own = document.at(pointer);
  // Most schemas are neither closed nor combined with others.
  if (!isObject(own) || !(isClosed(own) || COMBINING.some((keyword) => keyword in own))) return undefined;
  const { schemas } = effectiveSchema(document, pointer, 'response');
  const closed = schemas.map(({ schema }) => schema).filter(isClosed);
  if (closed.length === 0) return undefined;
  const required = schemas.flatMap(({ schema }) => (Array.isArray(schema['required']) ? schema['required'] : []));
  const impossibleName = required.find((name) => closed.some((schema) => !allows(schema, name)));
  if (impossibleName === undefined) return undefined;
  return `No object is valid: ${stringifyJson(impossibleName)} is required, but \`additionalProperties: false\` does not allow it.`;
}

const COMBINING = ['$ref', '$dynamicRef', 'allOf'];

function isClosed({ additionalProperties, patternProperties }: JsonObject): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function allows({ properties }: JsonObject, name: JsonValue): boolean {
  return typeof name !== 'string' || (isObject(properties) && Object.hasOwn(properties, name));
}
