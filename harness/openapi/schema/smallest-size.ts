import type { Direction } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { schemasOfItem } from './applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from './effective-schema.ts';
import type { TypeName } from './instance-types.ts';

/** A value of more values than these is not generated: each of them would be varied, and the whole validated each time. */
const MAX_SIZE = 10_000;
/** Characters of a string that count as much as a value. */
const CHARACTERS = 100;
/** Schemas within schemas in which a value may end. */
const MAX_LEVELS = 24;

const createCache = () => new Map<string, number>();

/** Whether even the smallest value of the schema at a pointer is larger than what is generated. */
export function isTooLarge(document: OpenApiDocument, pointer: string, direction: Direction): boolean {
  return new SmallestSizes(document, direction, document.derived(createCache)).sizeOf(pointer, MAX_LEVELS) > MAX_SIZE;
}

/** How many values the smallest valid value of each schema is made of, at least. */
class SmallestSizes {
  private readonly document: OpenApiDocument;
  private readonly direction: Direction;
  private readonly known: Map<string, number>;

  constructor(document: OpenApiDocument, direction: Direction, known: Map<string, number>) {
    this.document = document;
    this.direction = direction;
    this.known = known;
  }

  /** Infinite for a value that does not end in so many levels. */
  sizeOf(pointer: string, levels: number): number {
    if (levels < 0) return Number.POSITIVE_INFINITY;
    const key = `${this.direction} ${pointer} ${levels}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const size = this.measure(effectiveSchema(this.document, pointer, this.direction), levels - 1);
    this.known.set(key, size);
    return size;
  }

  private measure(schema: EffectiveSchema, levels: number): number {
    if (firstKeyword(schema, 'const') !== undefined || firstKeyword(schema, 'enum') !== undefined) return 1;
    const own = Math.min(...schema.types.map((type) => this.ofType(schema, type, levels)));
    const chosen = schema.alternatives.map((list) => Math.min(...list.map((place) => this.sizeOf(place, levels))));
    return Math.max(1, own, ...chosen);
  }

  private ofType(schema: EffectiveSchema, type: TypeName, levels: number): number {
    const least = (name: string) => Number(firstKeyword(schema, name) ?? 0);
    if (type === 'string') return 1 + least('minLength') / CHARACTERS;
    if (type === 'array') {
      const items = schemasOfItem(schema.schemas, schema.prefixItems.length);
      return least('minItems') === 0 ? 1 : 1 + least('minItems') * this.largestOf(items, levels);
    }
    if (type !== 'object') return 1;
    const required = [...schema.required].map((name) => this.largestOf(schema.properties.get(name) ?? [], levels));
    const others = Math.max(0, least('minProperties') - required.length);
    return required.reduce((sum, size) => sum + size, 1 + others);
  }

  private largestOf(places: readonly string[], levels: number): number {
    return Math.max(1, ...places.map((place) => this.sizeOf(place, levels)));
  }
}
