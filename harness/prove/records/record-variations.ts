import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { defaultOrder, isOrderParameter } from '../../openapi/resources/operations/ordering.ts';
import { toldOrders } from '../../openapi/resources/prose/order.ts';
import { toldTextForms } from '../../openapi/resources/prose/text-forms.ts';
import { toldWithin } from '../../openapi/resources/prose/unique-within.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { jsonOf, withBody } from '../json-response.ts';
import type { Variation } from '../variations/variation.ts';
import { beginnings } from './beginnings.ts';
import { changedList } from './changed-list.ts';
import { canNameEmptyPage, emptyPageAfter } from './full-pages.ts';
import { asksForOrder } from './list-mutators.ts';
import { textNames, texts } from './plain-text.ts';
import { addedRecord, assign, interceptRecords, isSuccess, type RecordBehavior } from './record-mutation.ts';
import { creates, lists, reads } from './record-mutator.ts';

/** Ways in which conforming services differ in how they keep the records of a type. */
export function recordVariations(contract: Contract, types: TypeWorld): Variation[] {
  const create = creates(types);
  const read = reads(types);
  const list = lists(types);
  const isOrderTold = list !== undefined && isOrdered(contract, list);
  const scoped = create ? toldWithin(contract, types.type, create).map(({ name }) => name) : [];
  const free = freeTexts(contract, types);
  const vary = (description: string, behavior: () => RecordBehavior): Variation => ({
    description: `${description} (${types.type.name})`,
    aspect: 'state',
    mutate: () => interceptRecords(types, types.type.operations, behavior()),
  });
  return [
    ...(free.length > 0 ? [vary('stores texts in lower case', () => lowerCase(types, free))] : []),
    ...(list && !isOrderTold ? [vary('lists the newest records first', () => newestFirst(list))] : []),
    ...(list && create && !list.paging?.total
      ? [vary('lists a new record at the second request', () => eventualList(list))]
      : []),
    ...(list && !isOrderTold && list.paging?.position === undefined
      ? [vary('lists records in another order each time', () => turning(list))]
      : []),
    ...(list && !list.paging?.next?.hasRecords && canNameEmptyPage(contract, list) && !countsPages(list)
      ? [vary('names an empty page after the last one, which is full', () => emptyPageAfter(list))]
      : []),
    ...(read && defaultsOf(contract, read).size > 0
      ? [vary('leaves out what has its documented default', () => withoutDefaults(contract, types))]
      : []),
    ...beginnings(contract, types).map(([description, behavior]) => vary(description, behavior)),
    ...(read?.operation.response(410) ? [vary('responds 410 for what was deleted', () => gone)] : []),
    ...(create && read ? [vary('shows a new record at the second read', eventual)] : []),
    ...(create?.operation.responses.some(({ key }) => key === '409')
      ? [vary('requires texts to be unique', () => unique(types, scoped))]
      : []),
  ];
}

/** Whether the document says in what order a list is, in words or by the default of a parameter. */
function isOrdered({ document }: Contract, { operation }: ResourceOperation): boolean {
  const hasDefault = operation.parameters.some(
    ({ name }) => isOrderParameter(name) && defaultOrder(document, operation, name) !== undefined,
  );
  return hasDefault || toldOrders(document, operation).length > 0;
}

/** The plain texts of which the document does not say how they are stored: `exactly as sent`, `in upper case`. */
function freeTexts(contract: Contract, types: TypeWorld): string[] {
  const told = toldTextForms(contract, types.type);
  return textNames(types).filter((name) => !told.has(name));
}

/** Whether a list shows which of its pages is the last one. */
function countsPages({ paging }: ResourceOperation): boolean {
  return paging?.facts.some(({ kind }) => /^(pages|more|end|last)$/.test(kind)) === true;
}

function lowerCase(types: TypeWorld, names: readonly string[]): RecordBehavior {
  return {
    after: (exchange, response) => {
      const record = addedRecord(exchange) ?? exchange.record;
      if (!record || !isSuccess(response) || exchange.sent === undefined) return undefined;
      const { value } = record;
      const free = texts(types, value).filter(([name]) => names.includes(name));
      const lower = free.map(([name, text]) => [name, text.toLowerCase()]);
      types.force(record, { ...value, ...Object.fromEntries(lower) });
      // Another representation may not be valid, and was then repaired.
      if (lower.some(([name, text]) => record.value[name as string] !== text)) assign(types, record, value);
      return undefined;
    },
  };
}

const newestFirst = (list: ResourceOperation): RecordBehavior =>
  changedList(list, (items, { request }) => (asksForOrder(request.query) ? undefined : items.toReversed()));

/** Turns the list round with every request. */
function turning(list: ResourceOperation): RecordBehavior {
  let count = 0;
  return changedList(list, (items, { request }) => {
    if (asksForOrder(request.query) || items.length === 0) return undefined;
    const first = ++count % items.length;
    return [...items.slice(first), ...items.slice(0, first)];
  });
}

/** The defaults of optional properties at the top of a record, by name. */
function defaultsOf({ document }: Contract, { response }: ResourceOperation): ReadonlyMap<string, JsonValue> {
  const defaults = new Map<string, JsonValue>();
  for (const schema of response?.schemas ?? []) {
    const { properties, required } = effectiveSchema(document, schema, 'response');
    for (const [name, [pointer]] of properties) {
      const value = pointer && firstKeyword(effectiveSchema(document, pointer, 'response'), 'default');
      if (value !== undefined && value !== null && !required.has(name)) defaults.set(name, value);
    }
  }
  return defaults;
}

function withoutDefaults(contract: Contract, types: TypeWorld): RecordBehavior {
  const read = reads(types);
  const defaults = read ? defaultsOf(contract, read) : new Map<string, JsonValue>();
  const envelope = read?.response?.envelope ?? '';
  const isDefault = ([name, value]: readonly [string, JsonValue]) => jsonEqual(defaults.get(name) ?? null, value);
  return {
    after: ({ operation }, response) => {
      const body = operation === read && isSuccess(response) ? jsonOf(response) : undefined;
      const record = body === undefined ? undefined : getAt(body, envelope);
      if (body === undefined || !isObject(record)) return undefined;
      const rest = Object.entries(record).filter((entry) => !isDefault(entry));
      return withBody(response, replaceAt(body, envelope, Object.fromEntries(rest)));
    },
  };
}

/** Leaves each record out of the first list that would have it. */
function eventualList(list: ResourceOperation): RecordBehavior {
  const listed = new Set<string>();
  return changedList(list, (items) => {
    const texts = items.map((item) => stringifyJson(item));
    const known = items.filter((_, index) => listed.has(texts[index] ?? ''));
    for (const text of texts) listed.add(text);
    return known.length === items.length ? undefined : known;
  });
}

const gone: RecordBehavior = {
  after: ({ operation }, response) =>
    operation.role === 'read' && response.status === 404 ? { ...response, status: 410 } : undefined,
};

function eventual(): RecordBehavior {
  const shown = new Set<string>();
  return {
    before: ({ operation, record }) => {
      if (operation.role !== 'read' || !record || record.origin !== 'created' || shown.has(record.key))
        return undefined;
      shown.add(record.key);
      return 404;
    },
  };
}

/** Rejects texts of other records, in creations and in updates; not those that are unique within another record alone. */
function unique(types: TypeWorld, scoped: readonly string[]): RecordBehavior {
  return {
    before: ({ sent, record, isRejected, operation }) => {
      if (!isObject(sent) || isRejected || operation.operation.response(409) === undefined) return undefined;
      const [first] = texts(types, sent).filter(([name]) => !scoped.includes(name));
      const twin = first && types.store.list().find((each) => each !== record && each.value[first[0]] === first[1]);
      return twin ? 409 : undefined;
    },
  };
}
