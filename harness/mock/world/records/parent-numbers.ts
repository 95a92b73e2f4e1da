import { isNumber } from '../../../core/json/decimal.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type ToldNumbering, toldNumbering } from '../../../openapi/resources/prose/numbering.ts';
import type { TypeContext } from '../type-context.ts';
import type { TypeWorld } from '../type-world.ts';
import type { PlacedValue } from './draft.ts';

/** Numbers the new records of one record above, where the document says so: `Tasks are numbered 1, 2, 3 and so on within their project`. */
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

  /** The number of a new record. */
  next(scope: string, value: JsonValue): PlacedValue[] {
    const told = toldNumbering(this.context.contract, this.types.type, this.context.types);
    if (!told) return [];
    const key = keyIn(told, scope, value);
    const numbers = this.types.store
      .list()
      .filter((each) => keyIn(told, each.scope, each.value) === key)
      .map((each) => getAt(each.value, told.pointer))
      .filter((each) => each !== undefined && isNumber(each));
    const next = Math.max(told.start - 1, this.last.get(key) ?? 0, ...numbers.map((each) => Number(String(each)))) + 1;
    this.last.set(key, next);
    return [[told.pointer, next]];
  }
}

function keyIn({ at }: ToldNumbering, scope: string, value: JsonValue): string {
  return at === undefined ? scope : String(getAt(value, at));
}
