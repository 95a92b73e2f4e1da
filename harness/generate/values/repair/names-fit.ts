import { isObject } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Discriminator } from '../../../openapi/schema/discriminator.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { alternativeLists, discriminatorsOf } from './alternatives.ts';

/** Alternatives within alternatives, which take no step into the value. */
const MAX_DEPTH = 40;

/** True where every discriminator in a value names the schema that the object there keeps; clients tell by it what they have. */
export function discriminatorsMatch(contract: Contract, place: string, value: JsonValue, depth = 0): boolean {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return true;
  const shape = effectiveSchema(contract.document, place, 'response');
  if (
    isObject(value) &&
    !discriminatorsOf(contract.document, shape).every((each) => isNamed(contract, shape, each, value))
  )
    return false;
  const fits = (other: string, inner: JsonValue) => discriminatorsMatch(contract, other, inner, depth + 1);
  const kept = alternativeLists(contract.document, shape).map((list) =>
    list.map((branch) => branch.pointer).filter((branch) => contract.schemas.accepts(branch, value, 'response')),
  );
  if (!kept.every((list) => list.length === 0 || list.some((branch) => fits(branch, value)))) return false;
  return inside(shape, value).every(([other, inner]) => fits(other, inner));
}

function isNamed(
  { document, schemas }: Contract,
  shape: EffectiveSchema,
  { propertyName, schemas: named, parent }: Discriminator,
  value: { readonly [name: string]: JsonValue },
): boolean {
  const reported = Object.hasOwn(value, propertyName) ? value[propertyName] : undefined;
  if (reported === undefined || named.size === 0) return true;
  const target = named.get(String(reported));
  if (target === undefined || !schemas.accepts(target, value, 'response')) return false;
  if (parent === undefined) return true;
  return effectiveSchema(document, target, 'response').schemas.some(({ pointer }) => pointer === shape.pointer);
}

/** The members and items of a value, each with the schemas that speak of it. */
function inside(shape: EffectiveSchema, value: JsonValue): (readonly [place: string, value: JsonValue])[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const place = shape.prefixItems[index] ?? shape.items;
      return place === undefined ? [] : [[place, item] as const];
    });
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const declared =
      shape.properties.get(name) ??
      (typeof shape.additionalProperties === 'string' ? [shape.additionalProperties] : []);
    return declared.map((place) => [place, member] as const);
  });
}
