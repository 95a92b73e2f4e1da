import { isNumber } from '../../../core/json/decimal.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type ToldNumbering, toldNumbering } from '../../../openapi/resources/prose/numbering.ts';
import { assignedUnique } from '../../../openapi/resources/prose/uniqueness.ts';
import type { TypeContext } from '../type-context.ts';
import type { TypeWorld } from '../type-world.ts';
import type { PlacedValue } from './draft.ts';
import { nextNumber } from './next-number.ts';

/** Numbers new records, where the document says so: `Tasks are numbered 1, 2, 3 and so on within their project`, `number: Unique`. */
export class ParentNumbers {
  private readonly types: TypeWorld;
  private readonly context: Pick<TypeContext, 'contract' | 'types'>;
  /** The last number of each record above. */
  private readonly last = new Map<string, number>();

  constructor(types: TypeWorld, context: Pick<TypeContext, 'contract' | 'types'>) {
    this.types = types;
    this.context = context;
  }

  /** Begins anew. */
  restart(): void {
    this.last.clear();
  }

  /** The numbers of a new record. */
  next(scope: string, value: JsonValue): PlacedValue[] {
    return [...this.amongChildren(scope, value), ...this.amongAll()];
  }

  /** What the document calls unique: the number after the greatest, or the text after the last. */
  private amongAll(): PlacedValue[] {
    const { types, context } = this;
    const reader = types.type.operations.find(({ role, scope }) => role === 'read' && scope === 'item');
    const pointers = reader ? assignedUnique(context.contract, types.type, reader) : [];
    return pointers.flatMap((pointer): PlacedValue[] => {
      const known = types.store.list().map((each) => getAt(each.value, pointer) ?? null);
      const numbers = known.filter(isNumber).map((each) => Number(String(each)));
      if (numbers.length > 0) return [[pointer, this.after(pointer, numbers)]];
      const taken = new Set(known.map(String));
      let text = nextNumber('/number', known.at(-1) ?? null, 1);
      while (text !== undefined && taken.has(text)) text = nextNumber('/number', text, 1);
      return text === undefined ? [] : [[pointer, text]];
    });
  }

  private amongChildren(scope: string, value: JsonValue): PlacedValue[] {
    const told = toldNumbering(this.context.contract, this.types.type, this.context.types);
    if (!told) return [];
    const key = keyIn(told, scope, value);
    const numbers = this.types.store
      .list()
      .filter((each) => keyIn(told, each.scope, each.value) === key)
      .map((each) => getAt(each.value, told.pointer))
      .filter((each) => each !== undefined && isNumber(each));
    return [[told.pointer, this.after(key, [told.start - 1, ...numbers.map((each) => Number(String(each)))])]];
  }

  /** The number after all, also after those of deleted records. */
  private after(key: string, numbers: readonly number[]): number {
    const next = Math.max(this.last.get(key) ?? 0, ...numbers) + 1;
    this.last.set(key, next);
    return next;
  }
}

function keyIn({ at }: ToldNumbering, scope: string, value: JsonValue): string {
  return at === undefined ? scope : String(getAt(value, at));
}
