import { compare, isNumber, toDecimal } from '../../../core/json/decimal.ts';
import { jsonEqual } from '../../../core/json/equal.ts';
import { isObject } from '../../../core/json/index.ts';
import { getAllAt, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Parameter } from '../../../core/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { isDirectionParameter, isOrderParameter } from '../../../openapi/resources/operations/ordering.ts';
import { isPagingParameter } from '../../../openapi/resources/operations/paging.ts';
import type { RecordRepresentation } from '../../../openapi/resources/representations/record-representation.ts';
import type { StoredRecord } from '../records/stored-record.ts';

const SEARCH = /^(q|query|search|searchterm|term|keyword|filter)$/;
const FILTER = /^(filters?|where)$/;
const DESCENDING = /^(desc|descending|-1)$/i;

interface ParameterUse {
  /** The property that it selects by. */
  readonly path: readonly string[] | undefined;
  readonly use: 'sort' | 'direction' | 'search' | undefined;
}

type Compare = (a: StoredRecord, b: StoredRecord) => number;

/** The records that a list shows, in its order, before they are divided into pages. */
export class ListQuery {
  private readonly pointers: ReadonlyMap<string, readonly string[]>;
  private readonly uses = new Map<Parameter, ParameterUse>();

  constructor(representation: RecordRepresentation) {
    const paths = representation.properties.map(({ pointer }) => parsePointer(pointer));
    const named = (path: readonly string[]) => keyOf(path.filter((token) => token !== '*').join(' '));
    // JSON:API names the attributes of a record without saying that they are attributes.
    const attributes = paths.filter(([first, ...inner]) => first === 'attributes' && inner.length > 0);
    this.pointers = new Map([
      ...attributes.map((path) => [named(path.slice(1)), path] as const),
      ...paths.map((path) => [named(path), path] as const),
    ]);
  }

  /** @param sent the parameters of the request */
  select(records: readonly StoredRecord[], sent: ReadonlyMap<Parameter, JsonValue>): readonly StoredRecord[] {
    let selected = records;
    let sort: JsonValue | undefined;
    let isDescending = false;
    for (const [parameter, value] of sent) {
      const { use, path } = this.useOf(parameter);
      if (path) selected = selected.filter((record) => matches(getAllAt(record.value, path), value));
      else if (isObject(value) && FILTER.test(keyOf(parameter.name))) selected = this.filtered(selected, value);
      else if (use === 'search' && typeof value === 'string')
        selected = selected.filter((each) => contains(each.value, value));
      else if (use === 'direction' && /^(asc|desc)/i.test(String(value))) isDescending = DESCENDING.test(String(value));
      else if (use === 'sort' || use === 'direction') sort = isOrderParameter(parameter.name) ? value : sort;
    }
    const comparison = sort === undefined ? undefined : this.comparison(sort, isDescending);
    if (comparison) return selected.toSorted(comparison);
    return isDescending ? selected.toReversed() : selected;
  }

  /** Reads `filter[name]=Mia`; a name that is none of a property may be an operator, and selects nothing. */
  private filtered(records: readonly StoredRecord[], filter: JsonObject): readonly StoredRecord[] {
    return Object.entries(filter).reduce((selected, [name, value]) => {
      const path = this.pointers.get(keyOf(name));
      return path ? selected.filter((record) => matches(getAllAt(record.value, path), value)) : selected;
    }, records);
  }

  /** What a parameter does; read from its name once. */
  private useOf(parameter: Parameter): ParameterUse {
    const known = this.uses.get(parameter);
    if (known) return known;
    const { in: place, name } = parameter;
    const key = keyOf(name);
    const path = place === 'query' && !isPagingParameter(name) ? this.pointers.get(key) : undefined;
    const isOther = place !== 'query' || isPagingParameter(name) || path !== undefined;
    const use = isOther
      ? undefined
      : isDirectionParameter(name)
        ? 'direction'
        : isOrderParameter(name)
          ? 'sort'
          : undefined;
    const found: ParameterUse = { path, use: use ?? (!isOther && SEARCH.test(key) ? 'search' : undefined) };
    this.uses.set(parameter, found);
    return found;
  }

  /** Reads `name`, `-name`, `name:desc`, `name desc`, `name_desc`, and several of them. */
  private comparison(sort: JsonValue, isDescending: boolean): Compare | undefined {
    const fields = (Array.isArray(sort) ? sort : [sort]).flatMap((each) => String(each).split(','));
    const comparisons = fields.flatMap((field): Compare[] => {
      const [, sign = '', name = '', suffix = ''] =
        /^\s*([+-]?)(.*?)(?:[:\s._](asc|desc|ascending|descending))?\s*$/i.exec(field) ?? [];
      const path = this.pointers.get(keyOf(name));
      const factor = (sign === '-' || DESCENDING.test(suffix)) !== isDescending ? -1 : 1;
      return path ? [(a, b) => factor * compareFirst(getAllAt(a.value, path), getAllAt(b.value, path))] : [];
    });
    if (comparisons.length === 0) return undefined;
    return (a, b) => comparisons.reduce((order, comparison) => order || comparison(a, b), 0);
  }
}

function keyOf(name: string): string {
  return words(name).join('');
}

/** An array in the request means any of its items. */
function matches(values: readonly JsonValue[], wanted: JsonValue): boolean {
  if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((each) => matches(values, each));
  return values.some((value) =>
    Array.isArray(value) ? value.some((item) => isSame(item, wanted)) : isSame(value, wanted),
  );
}

function isSame(value: JsonValue, wanted: JsonValue): boolean {
  return jsonEqual(value, wanted) || (typeof value !== 'object' && String(value) === String(wanted));
}

function contains(value: JsonValue, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text.toLowerCase());
  if (value === null || typeof value !== 'object' || isNumber(value)) return false;
  return Object.values(value).some((each) => contains(each as JsonValue, text));
}

/** Records without the property come last. */
function compareFirst([a]: readonly JsonValue[], [b]: readonly JsonValue[]): number {
  if (a === undefined || a === null || b === undefined || b === null)
    return Number(a === undefined || a === null) - Number(b === undefined || b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (isNumber(a) && isNumber(b)) return compare(toDecimal(a), toDecimal(b));
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
