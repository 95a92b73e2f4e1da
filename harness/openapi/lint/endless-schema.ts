import type { Direction } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { schemasOfItem } from '../schema/applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';
import type { TypeName } from '../schema/instance-types.ts';

/** Schemas that are looked at for one, so that a document of many that need each other does not take forever. */
const MAX_SCHEMAS = 1000;

/** Schemas with a value that ends, for each direction. */
const endingRequests = () => new Set<string>();
const endingResponses = () => new Set<string>();

/** Why no value is valid: it has to contain a value of the same schema, which has to contain another one, without end. */
export function endless({ document }: Contract, pointer: string, direction: Direction): string | undefined {
  const ending = document.derived(direction === 'request' ? endingRequests : endingResponses);
  let looked = 0;
  // A value that ends never needs a schema within itself: where it does, the inner value could take the place of the outer one.
  const isEndless = (place: string, outer: ReadonlySet<string>): boolean => {
    const schema = effectiveSchema(document, place, direction);
    if (ending.has(schema.pointer)) return false;
    if (outer.has(schema.pointer)) return true;
    if (++looked > MAX_SCHEMAS) return false;
    const within = new Set([...outer, schema.pointer]);
    const found = hasNoEnd(schema, (inner) => isEndless(inner, within));
    if (!found) ending.add(schema.pointer);
    return found;
  };
  if (!isEndless(pointer, new Set())) return undefined;
  return 'No value is valid: it has to contain itself without end. Let a property on the way be absent or null.';
}

function hasNoEnd(schema: EffectiveSchema, isEndless: (place: string) => boolean): boolean {
  if (firstKeyword(schema, 'const') !== undefined || firstKeyword(schema, 'enum') !== undefined) return false;
  if (schema.alternatives.some((branches) => branches.every(isEndless))) return true;
  return schema.types.length > 0 && schema.types.every((type) => neededBy(schema, type).some(isEndless));
}

/** The schemas of what every value of a type contains. */
function neededBy(schema: EffectiveSchema, type: TypeName): readonly string[] {
  if (type === 'object') return [...schema.required].flatMap((name) => schema.properties.get(name) ?? []);
  const isEmpty = type !== 'array' || Number(firstKeyword(schema, 'minItems') ?? 0) === 0;
  return isEmpty ? [] : schemasOfItem(schema.schemas, 0);
}
