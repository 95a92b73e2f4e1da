import { isNumber } from '../../../../core/json/decimal.ts';
import { getAllAt, getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue, Parameter } from '../../../../core/model.ts';
import { type RequestSpec, withParameter } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { nameKey } from '../../../../openapi/resources/names.ts';
import { isPagingParameter } from '../../../../openapi/resources/operations/paging.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { eventually } from '../../../pool/eventually.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Longer lists are not compared. */
const MAX_RECORDS = 200;
const MAX_FILTERS = 6;
const MAX_ORDERS = 4;

/** A list in the course of being compared. */
interface Listing {
  readonly sequence: Sequence;
  readonly operation: ResourceOperation;
  readonly subject: Subject;
  readonly spec: RequestSpec;
  /** Every record, without a filter. */
  readonly records: readonly JsonValue[];
}

/** Filters that are named like a property, and orders by one, do what they say. */
export async function verifyListQuery(sequence: Sequence, subject: Subject): Promise<void> {
  const { journal, type } = sequence;
  for (const operation of sequence.lists) {
    const spec = sequence.requestFor(operation, subject.record);
    const parameters = operation.operation.parameters.filter((each) => each.in === 'query');
    if (!spec || !parameters.some(({ name }) => !isPagingParameter(name))) continue;
    const whole = await readPages(journal, type, operation, spec, `list the ${type.name}`);
    if (!whole.isComplete || whole.records.length > MAX_RECORDS) continue;
    const listing = { sequence, operation, subject, spec, records: recordsOf(operation, whole) };
    const filters = parameters.flatMap((parameter) => filterOf(listing, parameter)).slice(0, MAX_FILTERS);
    for (const filter of filters) if (await isIgnored(listing, filter)) break;
    for (const order of parameters.flatMap((each) => ordersOf(listing, each)).slice(0, MAX_ORDERS))
      if (await isUnsorted(listing, order)) break;
  }
}

function recordsOf({ response }: ResourceOperation, { records }: ListedPages): JsonValue[] {
  return records.flatMap(({ item }) => getAt(item, response?.envelope ?? '') ?? []);
}

interface Filter {
  readonly name: string;
  readonly pointer: string;
  readonly value: JsonValue;
}

/** One or two values of the property that a parameter is named after, if they tell records apart. */
function filterOf({ sequence: { contract }, operation, records }: Listing, parameter: Parameter): Filter[] {
  const { name, schema } = parameter;
  const property = isPagingParameter(name) ? undefined : propertyNamed(operation, name);
  if (!property || schema === undefined || !isExact(operation, property)) return [];
  const pointer = pointerOf(operation, property);
  const values: JsonValue[] = [];
  for (const value of records.flatMap((record) => getAllAt(record, parsePointer(pointer))))
    if (value !== null && typeof value !== 'object' && !values.some((each) => isSameValue(each, value)))
      values.push(value);
  const isSent = (value: JsonValue) => contract.schemas.accepts(schema, value, 'request');
  const [first, ...others] = values.filter(isSent);
  if (first === undefined || values.length < 2) return [];
  return [first, ...others.slice(-1)].map((value) => ({ name, pointer, value }));
}

/** A top-level property, or the items of one that is an array. */
function propertyNamed({ response }: ResourceOperation, name: string): SchemaProperty | undefined {
  return response?.properties.find(({ pointer }) => {
    const [own = '', ...rest] = parsePointer(pointer);
    return rest.length === 0 && nameKey(own) === nameKey(name);
  });
}

function pointerOf({ response }: ResourceOperation, { pointer, types }: SchemaProperty): string {
  const isArray = types.includes('array') && response?.properties.some((each) => each.pointer === `${pointer}/*`);
  return isArray ? `${pointer}/*` : pointer;
}

/** Whether a filter by the property selects equal values: other texts may be searched for parts, in any order of letters. */
function isExact({ references, response }: ResourceOperation, property: SchemaProperty): boolean {
  const { types, enumerated, pointer } = property;
  if (types.includes('object')) return false;
  if (types.includes('array')) return response?.properties.some((each) => each.pointer === `${pointer}/*`) ?? false;
  const name = parsePointer(pointer).at(-1) ?? '';
  const isReference = references.some(({ at }) => nameKey(at) === nameKey(name));
  return enumerated || isReference || types.every((type) => type === 'boolean' || type === 'null');
}

async function isIgnored(listing: Listing, { name, pointer, value }: Filter): Promise<boolean> {
  const { sequence, operation, subject, records } = listing;
  const has = (record: JsonValue) => valuesAt(record, pointer).some((each) => isSameValue(each, value));
  const wanted = records.filter(has).length;
  const isWrong = (listed: ListedPages) =>
    recordsOf(operation, listed).some((each) => isShown(each, pointer) && !has(each));
  const isRight = (listed: ListedPages) => !isWrong(listed) && listed.records.length >= wanted;
  const listed = await select(listing, { [name]: value }, isRight);
  if (!listed || isRight(listed)) return false;
  const last = listed.steps.at(-1);
  if (!last || (!isWrong(listed) && !listed.isComplete)) return false;
  const other = recordsOf(operation, listed).find((each) => isShown(each, pointer) && !has(each));
  sequence.report('list-follows-query', last, {
    records: [subject.record],
    steps: listed.steps,
    message: other
      ? `the list has records that its filter ${name} excludes`
      : `the list leaves out what its filter ${name} selects`,
    expected: `${wanted} records with ${pointer}: ${String(value)}`,
    actual: other
      ? `${pointer}: ${valuesAt(other, pointer).map(String).join(', ')}`
      : `${listed.records.length} records`,
  });
  return true;
}

function isShown(record: JsonValue, pointer: string): boolean {
  return getAt(record, pointer.replace(/\/\*$/, '')) !== undefined;
}

function valuesAt(record: JsonValue, pointer: string): JsonValue[] {
  return getAllAt(record, parsePointer(pointer));
}

interface Order {
  readonly name: string;
  readonly value: string;
  readonly pointer: string;
  /** Undefined if the value does not say. */
  readonly isDescending: boolean | undefined;
}

const ORDER = /^(sort|sortby|orderby|ordering|order)$/;

/** The values of a parameter such as `sort` that name a property: `price`, `-price`, `price:desc`, `price_asc`. */
function ordersOf({ sequence: { contract }, operation }: Listing, { name, schema }: Parameter): Order[] {
  if (!ORDER.test(nameKey(name)) || schema === undefined) return [];
  const listed = firstKeyword(effectiveSchema(contract.document, schema, 'request'), 'enum');
  const values = (Array.isArray(listed) ? listed : []).filter((value) => typeof value === 'string');
  return values.flatMap((value): Order[] => {
    const [, sign, own = '', direction] =
      /^([-+]?)(.+?)(?:[ :_.,-](asc|desc|ascending|descending))?$/i.exec(value) ?? [];
    const property = propertyNamed(operation, own);
    const isScalar = property?.types.every((type) => !['array', 'object', 'boolean'].includes(type)) ?? false;
    if (!property || property.enumerated || !isScalar) return [];
    const isPaired = values.some((other) => other !== value && other.replace(/^[-+]/, '') === own);
    const isDescending = sign === '-' || /^desc/i.test(direction ?? '');
    const isSaid = sign !== '' || direction !== undefined || isPaired;
    return [{ name, value, pointer: property.pointer, isDescending: isSaid ? isDescending : undefined }];
  });
}

async function isUnsorted(listing: Listing, { name, value, pointer, isDescending }: Order): Promise<boolean> {
  const { sequence, operation, subject } = listing;
  const directions = isDescending === undefined ? [true, false] : [isDescending];
  const isRight = (listed: ListedPages) => {
    const values = recordsOf(operation, listed).flatMap((record) => getAt(record, pointer) ?? []);
    return directions.some((each) =>
      isSorted(
        values.filter((one) => one !== null),
        each,
      ),
    );
  };
  const listed = await select(listing, { [name]: value }, isRight);
  const last = listed?.steps.at(-1);
  if (!listed || !last || isRight(listed)) return false;
  const shown = recordsOf(operation, listed).map((record) => String(getAt(record, pointer) ?? 'absent'));
  sequence.report('list-follows-query', last, {
    records: [subject.record],
    steps: listed.steps,
    message: `the list is not in the order that ${name}=${value} says`,
    expected: `${pointer} ${isDescending ? 'descending' : 'ascending'}`,
    actual: shown.slice(0, 10).join(', '),
  });
  return true;
}

/** In the order of numbers, or of texts by any of the usual collations. */
function isSorted(values: readonly JsonValue[], isDescending: boolean): boolean {
  const compares: ((a: JsonValue, b: JsonValue) => number)[] = values.every(isNumber)
    ? [(a, b) => Number(String(a)) - Number(String(b))]
    : [
        (a, b) => (String(a) < String(b) ? -1 : Number(String(a) > String(b))),
        (a, b) => String(a).localeCompare(String(b), 'en'),
        (a, b) => String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' }),
        (a, b) => String(a).toLowerCase().localeCompare(String(b).toLowerCase(), 'en', { ignorePunctuation: true }),
      ];
  return compares.some((compare) =>
    values.every((value, index) => {
      const before = values[index - 1];
      const order = before === undefined ? 0 : compare(before, value);
      return isDescending ? order >= 0 : order <= 0;
    }),
  );
}

async function select(
  { sequence, operation, spec }: Listing,
  query: Readonly<Record<string, JsonValue>>,
  isExpected: (listed: ListedPages) => boolean,
): Promise<ListedPages | undefined> {
  const { journal, type, options } = sequence;
  const selected = Object.entries(query).reduce(
    (next, [name, value]) => withParameter(next, { in: 'query', name }, value),
    spec,
  );
  const names = Object.keys(query).join(', ');
  const purpose = `list the ${type.name} by ${names}`;
  const observe = () => readPages(journal, type, operation, selected, purpose);
  const listed = await eventually(options.consistencyMs, observe, (each) => each.steps.length > 0 && isExpected(each));
  const isUsable = listed.isComplete || listed.records.length > 0;
  if (isUsable) for (const step of listed.steps) journal.record(step);
  return isUsable ? listed : undefined;
}
