import { isObject } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Discriminator } from '../../../openapi/schema/discriminator.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { alternativeLists, discriminatorsOf } from './alternatives.ts';

/** Alternatives within alternatives, which take no step into the value. */
const MAX_DEPTH = 40;

/** Returns whether every discriminator in a value names a schema that its object is valid against. */
export function discriminatorsMatch(contract: Contract, pointer: string, value: JsonValue, depth = 0): boolean {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return true;
  const effective = effectiveSchema(contract.document, pointer, 'response');
  if (
    isObject(value) &&
    !discriminatorsOf(contract.document, effective).every((each) => isNamed(contract, effective, each, value))
  )
    return false;
  const fits = (other: string, inner: JsonValue) => discriminatorsMatch(contract, other, inner, depth + 1);
  const matching = alternativeLists(contract.document, effective).map((list) =>
    list.map((branch) => branch.pointer).filter((branch) => contract.schemas.accepts(branch, value, 'response')),
  );
  if (!matching.every((list) => list.length === 0 || list.some((branch) => fits(branch, value)))) return false;
  return inside(effective, value).every(([other, inner]) => fits(other, inner));
}

function isNamed(
  { document, schemas }: Contract,
  effective: EffectiveSchema,
  { propertyName, schemas: named, parent }: Discriminator,
  value: { readonly [name: string]: JsonValue },
): boolean {
  const given = Object.hasOwn(value, propertyName) ? value[propertyName] : undefined;
  if (given === undefined || named.size === 0) return true;
  const target = named.get(String(given));
  if (target === undefined || !schemas.accepts(target, value, 'response')) return false;
  if (parent === undefined) return true;
  return effectiveSchema(document, target, 'response').schemas.some(({ pointer }) => pointer === effective.pointer);
}

/** Returns the properties and items of a value, each with its schema. */
function inside(effective: EffectiveSchema, value: JsonValue): (readonly [place: string, value: JsonValue])[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const pointer = effective.prefixItems[index] ?? effective.items;
      return pointer === undefined ? [] : [[pointer, item] as const];
    });
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, property]) => {
    const declared =
      effective.properties.get(name) ??
      (typeof effective.additionalProperties === 'string' ? [effective.additionalProperties] : []);
    return declared.map((pointer) => [pointer, property] as const);
  });
}
