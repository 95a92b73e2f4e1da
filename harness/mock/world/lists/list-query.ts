import { isObject } from '../../../core/json/index.ts';
import { appendTokens, getAllAt, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { SchemaProperty } from '../../../openapi/resources/model.ts';
import { nameKey, relationshipOf, topName, words } from '../../../openapi/resources/names.ts';
import { dateBounds } from '../../../openapi/resources/operations/date-bounds.ts';
import {
  filterReadings,
  flagOf,
  isHidingName,
  isSearchParameter,
} from '../../../openapi/resources/operations/filter-names.ts';
import { isDirectionParameter, isOrderParameter } from '../../../openapi/resources/operations/ordering.ts';
import { isPagingParameter } from '../../../openapi/resources/operations/paging.ts';
import { choosesFields, selectorsOf } from '../../../openapi/resources/operations/selectors.ts';
import { switchOf } from '../../../openapi/resources/operations/switches.ts';
import { selectorText } from '../../../openapi/resources/prose/filters.ts';
import { saysNumeric } from '../../../openapi/resources/prose/number-order.ts';
import { orderedBy, type ToldOrder, toldOrders } from '../../../openapi/resources/prose/order.ts';
import type { RecordRepresentation } from '../../../openapi/resources/representations/record-representation.ts';
import { effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { compareFirst } from './compare-values.ts';
import { type Compare, comparing, inTurn, withoutLast } from './comparisons.ts';
import { valuesOfAll } from './everything.ts';
import { nearProperty } from './near-names.ts';
import type { SentSelection } from './paging-parameters.ts';
import { contains, isSelected, type Selection } from './selection.ts';
import { sortMeaning } from './sort-words.ts';

const FILTER = /^(filters?|where|criteria|conditions?|match)$/;
const DESCENDING = /^(desc|descending|-1)$/i;

/** What a part of a request does with the list. */
type Use = Selection | { readonly kind: 'sort' | 'direction' | 'search' | 'group' | 'none' };

function byPropertyFirst(a: ToldOrder, b: ToldOrder): number {
  return Number(a.kind === 'creation') - Number(b.kind === 'creation');
}

/** The records that a list shows, in its order, before they are divided into pages. */
export class ListQuery {
  private readonly pointers: ReadonlyMap<string, readonly string[]>;
  private readonly uses = new Map<string, Use>();
  /** What the document says in words of how filters compare, by name. */
  private readonly texts: ReadonlyMap<string, string>;
  /** Flags of the records that are left out unless a query parameter asks for them, by its name. */
  private readonly hidden: ReadonlyMap<string, readonly string[]>;
  /** What order a list has by default, by the query parameters that may ask for another one. */
  private readonly orders: ReadonlyMap<string, JsonValue>;
  /** The order that the document says in words. */
  private readonly told: readonly ToldOrder[];
  /** The numbers at the top of the records. */
  private readonly numbers: readonly SchemaProperty[];
  /** Where texts are that the document orders as numbers. */
  private readonly numeric: ReadonlySet<string>;
  /** What the records are, in words. */
  private readonly type: readonly string[];
  private readonly all: ReadonlySet<string>;
  private readonly nearly: (name: string) => readonly string[] | undefined;

  /** @param shown the properties of the items of the list, which may have formats that those of a read have not */
  constructor(
    document: OpenApiDocument,
    operation: Operation,
    representation: RecordRepresentation,
    { words: type, shown = [] }: { readonly words: readonly string[]; readonly shown?: readonly SchemaProperty[] },
  ) {
    this.type = type;
    this.all = valuesOfAll(document, operation, representation);
    this.nearly = (name) => nearProperty(document, operation, name, type, representation.properties);
    this.numbers = representation.properties.filter(
      ({ pointer, types }) => topName(pointer) !== undefined && types.some((each) => /^(number|integer)$/.test(each)),
    );
    const numeric = representation.properties.filter((each) => saysNumeric(document, operation, each));
    this.numeric = new Set(numeric.map(({ pointer }) => pointer));
    // `Newest first: ordered by number, descending` says what the property is to be like.
    this.told = toldOrders(document, operation).toSorted(byPropertyFirst);
    const selectors = selectorsOf(document, operation);
    this.texts = new Map(selectors.map((each) => [each.name, selectorText(document, operation, each)]));
    for (const [name, { kind, pointers }] of dateBounds(
      document,
      operation,
      withFormats(representation.properties, shown),
    ))
      this.uses.set(name, { kind, paths: pointers.map(parsePointer) });
    for (const parameter of operation.parameters)
      if (choosesFields(document, parameter)) this.uses.set(parameter.name, { kind: 'none' });
    // What all records have in common, such as the `type` of JSON:API, selects none of them.
    const varied = representation.properties.filter(({ constant }) => constant === undefined);
    const paths = varied.map(({ pointer }) => parsePointer(pointer));
    const named = (path: readonly string[]) => keyOf(path.filter((token) => token !== '*').join(' '));
    // JSON:API names the attributes of a record without saying that they are attributes.
    const attributes = paths.filter(([first, ...inner]) => first === 'attributes' && inner.length > 0);
    const hasOwnType = attributes.some(([, name]) => name === 'type');
    const related = varied.flatMap(({ pointer }) => {
      const name = relationshipOf(pointer);
      return name === undefined ? [] : [[keyOf(name), parsePointer(pointer)] as const];
    });
    const exact = [
      ...related,
      ...attributes.map((path) => [named(path.slice(1)), path] as const),
      // `contactId` is rather the property of this name than the `id` of `contact`; its `type` beside attributes says what a record is.
      ...paths
        .filter(([first, ...inner]) => !(hasOwnType && first === 'type' && inner.length === 0))
        .toSorted((a, b) => b.length - a.length)
        .map((path) => [named(path), path] as const),
    ];
    // `projectId` selects by one of `projectIds`.
    this.pointers = new Map([...exact.map(([name, path]) => [nameKey(name), path] as const), ...exact]);
    for (const selector of selectors) {
      const by = switchOf(document, selector, representation);
      if (by) this.uses.set(selector.name, { kind: 'switch', paths: [parsePointer(by.pointer)], by });
    }
    const flags = selectors.flatMap((selector) => {
      const flag = flagOf(document, selector, representation.properties);
      return flag ? [{ ...selector, path: parsePointer(flag.pointer) }] : [];
    });
    for (const { name, path } of flags) this.uses.set(name, { kind: 'own', paths: [path] });
    const inQuery = selectors.flatMap(({ in: place, name, schema = '' }) => {
      const value = firstKeyword(effectiveSchema(document, schema, 'request'), 'default');
      return place !== 'query' || value === undefined ? [] : [[name, value] as const];
    });
    const defaults = new Map(inQuery);
    const hidden = flags.filter(({ name }) => isHidingName(name) && defaults.get(name) === false);
    this.hidden = new Map(hidden.map(({ name, path }) => [name, path]));
    this.orders = new Map(inQuery.filter(([name]) => ['sort', 'direction'].includes(this.useOf(name).kind)));
  }

  /** The number that a name is short for: `pricePerNight` for `price`, and `totalMinutes` of several minutes. */
  private nearPath(name: string): readonly string[] | undefined {
    const ends = this.numbers.filter(({ pointer }) => {
      const own = words(topName(pointer) ?? '');
      return nameKey(own.slice(0, 1)) === nameKey(name) || nameKey(own.slice(-1)) === nameKey(name);
    });
    const [only, ...others] = ends;
    const total = ends.filter(({ pointer }) => words(topName(pointer) ?? '')[0] === 'total');
    const found = others.length === 0 ? only : total.length === 1 ? total[0] : undefined;
    return found && parsePointer(found.pointer);
  }

  private pathOf(name: string): readonly string[] | undefined {
    return this.pointers.get(keyOf(name)) ?? this.pointers.get(nameKey(name));
  }

  select(records: readonly StoredRecord[], { parameters, body }: SentSelection): readonly StoredRecord[] {
    const query = [...parameters]
      .filter(([each]) => each.in === 'query')
      .map(([{ name }, value]) => [name, value] as const);
    const given = new Set(query.map(([name]) => name));
    const orders = [...this.orders].filter(([name]) => !given.has(name));
    const asked = [...orders, ...query, ...(isObject(body) ? Object.entries(body) : [])];
    const hidden = [...this.hidden].flatMap(([name, path]) => (given.has(name) ? [] : [path]));
    let selected = hidden.reduce(
      (left, path) => left.filter(({ value }) => !getAllAt(value, path).includes(true)),
      records,
    );
    let sort: JsonValue | undefined;
    let isDescending = false;
    for (const [name, value] of asked) {
      const use = this.useOf(name);
      if (this.all.has(`${name} ${String(value)}`)) continue;
      if ('paths' in use) selected = selected.filter((record) => isSelected(record, use, value, this.texts.get(name)));
      else if (use.kind === 'group' && isObject(value)) selected = this.filtered(selected, value);
      else if ((use.kind === 'search' || use.kind === 'group') && typeof value === 'string')
        selected = selected.filter((each) => contains(each.value, value));
      else if (use.kind === 'direction' && /^(asc|desc)/i.test(String(value)))
        isDescending = DESCENDING.test(String(value));
      else if (use.kind === 'sort' || use.kind === 'direction') sort = isOrderParameter(name) ? value : sort;
    }
    const comparison = sort === undefined ? undefined : this.comparison(sort, isDescending);
    if (comparison) return selected.toSorted(comparison);
    if (sort === undefined && !isDescending) return this.asTold(selected);
    return isDescending ? selected.toReversed() : selected;
  }

  private asTold(records: readonly StoredRecord[]): readonly StoredRecord[] {
    for (const order of this.told) {
      const { kind, isDescending } = order;
      if (kind === 'creation') return isDescending ? records.toReversed() : records;
      if (kind === 'texts') return records.toSorted((a, b) => compareFirst([identifierOf(a)], [identifierOf(b)]));
      const keys = orderedBy(order, this.type, (name) => this.pathOf(name));
      if (keys.length > 0)
        return records.toSorted(
          inTurn(
            keys.map((each) =>
              comparing(each.property, each.isDescending === true, order.ignoresCase ? 'folded' : 'value'),
            ),
          ),
        );
    }
    return records;
  }

  /** Reads `filter[name]=Mia`; a name that is none of a property may be an operator, and selects nothing. */
  private filtered(records: readonly StoredRecord[], filter: JsonObject): readonly StoredRecord[] {
    return Object.entries(filter).reduce((selected, [name, value]) => {
      const use = this.useOf(name);
      const text = this.texts.get(name);
      return 'paths' in use ? selected.filter((record) => isSelected(record, use, value, text)) : selected;
    }, records);
  }

  /** What a part does; read from its name once. */
  private useOf(name: string): Use {
    const use = this.uses.get(name) ?? this.readUse(name);
    this.uses.set(name, use);
    return use;
  }

  private readUse(name: string): Use {
    if (isPagingParameter(name)) return { kind: 'none' };
    for (const { kind, property } of filterReadings(name)) {
      const isBound = kind === 'least' || kind === 'most';
      const path = this.pathOf(property) ?? (isBound ? this.nearPath(property) : undefined);
      if (path) return { kind, paths: [path] };
    }
    if (isDirectionParameter(name)) return { kind: 'direction' };
    if (isOrderParameter(name)) return { kind: 'sort' };
    const near = this.nearly(name);
    if (near) return { kind: 'own', paths: [near] };
    if (FILTER.test(keyOf(name))) return { kind: 'group' };
    return { kind: isSearchParameter(name) || keyOf(name) === 'term' ? 'search' : 'none' };
  }

  /** Reads `name`, `-name`, `name:desc`, `name desc`, `name_desc`, and several of them. */
  private comparison(sort: JsonValue, isDescending: boolean): Compare | undefined {
    const fields = (Array.isArray(sort) ? sort : [sort]).flatMap((each) => String(each).split(','));
    const comparisons = fields.flatMap((field): Compare[] => {
      const [, sign = '', name = '', suffix = ''] =
        /^\s*([+-]?)(.*?)(?:[:\s._](asc|desc|ascending|descending))?\s*$/i.exec(field) ?? [];
      const isReversed = (sign === '-' || DESCENDING.test(suffix)) !== isDescending;
      const path = this.pathOf(name);
      if (path) return [comparing(path, isReversed, this.numeric.has(appendTokens('', ...path)) ? 'number' : 'value')];
      const meant = suffix === '' ? sortMeaning(name) : undefined;
      const paths = meant?.names.map((each) => this.pathOf(each) ?? this.nearPath(each)) ?? [];
      const found = paths.find((each) => each !== undefined);
      if (meant && found) return [withoutLast(found), comparing(found, meant.isDescending !== isReversed)];
      const near = this.nearPath(name);
      return near ? [withoutLast(near), comparing(near, isReversed)] : [];
    });
    return comparisons.length === 0 ? undefined : inTurn(comparisons);
  }
}

function withFormats(own: readonly SchemaProperty[], shown: readonly SchemaProperty[]): readonly SchemaProperty[] {
  const others = new Map(shown.map((each) => [each.pointer, each]));
  return own.map((each) => (each.format === undefined ? (others.get(each.pointer) ?? each) : each));
}

/** Of records that are shown by nothing else. */
function identifierOf({ path }: StoredRecord): JsonValue {
  return [...path.values()].at(-1) ?? null;
}

function keyOf(name: string): string {
  return words(name).join('');
}
