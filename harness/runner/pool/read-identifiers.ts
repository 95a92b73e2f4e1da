import { headerValues } from '../../core/http-response.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, JSON_NUMBER, parseNumber } from '../../core/json/index.ts';
import { outermostArray } from '../../core/json/outermost-array.ts';
import { appendTokens, getAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { CaptureSource } from '../../core/sequence.ts';
import { PercentEncodingError, percentDecode } from '../../openapi/parameters/percent-decoding.ts';
import type { Identifier, IdentifierBinding, ResourceType, ValueSource } from '../../openapi/resources/model.ts';
import { allowsNumbers } from '../../openapi/schema/instance-types.ts';
import { bodyOf, type Step } from './journal.ts';
import { undocumentedIdentifier } from './undocumented-identifier.ts';

/** The value of an identifier, and where it is in the response. */
export interface FoundIdentifier {
  readonly value: JsonValue;
  /** Undefined if the client chose it. */
  readonly from: CaptureSource | undefined;
}

/** The identifiers of the record that a step created, most trusted first; several if the parts of its exchange differ. */
export function createdIdentifiers(type: ResourceType, step: Step): Map<string, FoundIdentifier>[] {
  if (type.identifiers.length === 0) return [new Map()];
  const response = type.operations.find(({ operation }) => operation === step.operation)?.response;
  const isInside = response?.items !== undefined;
  const named = isInside ? undefined : namedIdentifiers(type, getAt(bodyOf(step) ?? null, response?.envelope ?? ''));
  if (named) return [named];
  const byIdentifier = type.identifiers.map((identifier) => {
    const bindings = identifier.bindings.filter(
      ({ source, operation }) => source !== 'list' && operation === step.operation.id,
    );
    const values = foundValues(identifier, bindings, step);
    const isFound = values.length > 0 || isInside;
    return { name: identifier.name, values: isFound ? values : guessedValues(type, identifier, step) };
  });
  const count = Math.max(0, ...byIdentifier.map(({ values }) => values.length));
  if (byIdentifier.some(({ values }) => values.length === 0)) return [];
  return Array.from({ length: count }, (_, index) => {
    const pairs = byIdentifier.flatMap(({ name, values }) => {
      const value = values[Math.min(index, values.length - 1)];
      return value ? [[name, value] as const] : [];
    });
    return new Map(pairs);
  });
}

/** The identifiers of each of the records that a step created from an array, as far as its response shows so many. */
export function eachIdentified(type: ResourceType, step: Step, count: number): Map<string, FoundIdentifier>[] {
  return outermostArray(bodyOf(step), count).map((item) => {
    const pairs = type.identifiers.flatMap(({ name, bindings }) => {
      const places = bindings.flatMap(({ from }) =>
        from.in === 'response body' ? parsePointer(from.pointer).slice(-1) : [],
      );
      const place = places.map((token) => appendTokens('', token)).find((each) => isScalar(getAt(item, each)));
      const value = place === undefined ? undefined : getAt(item, place);
      return value === undefined ? [] : [[name, { value, from: undefined }] as const];
    });
    return new Map(pairs);
  });
}

/** The identifiers of an item of a list; undefined if one is not found. An item that is no object is itself the only one. */
export function listedIdentifiers(
  type: ResourceType,
  list: Step,
  item: JsonValue,
): Map<string, FoundIdentifier> | undefined {
  const found = namedIdentifiers(type, item) ?? new Map<string, FoundIdentifier>();
  if (found.size > 0) return found;
  const [only, ...others] = type.identifiers;
  if (only && others.length === 0 && isScalar(item)) return found.set(only.name, { value: item, from: undefined });
  for (const identifier of type.identifiers) {
    const binding = identifier.bindings.find(
      ({ source, operation }) => source === 'list' && operation === list.operation.id,
    );
    const value = binding?.from.in === 'response body' ? getAt(item, binding.from.pointer) : undefined;
    if (binding?.from.in !== 'response body' || !isScalar(value)) return linkedIdentifiers(type, item);
    found.set(identifier.name, { value, from: inBody(binding.from.pointer) });
  }
  return found;
}

/** The identifiers in a resource name such as `shelves/1/books/2` (AIP-122); undefined if the record has none. */
function namedIdentifiers(type: ResourceType, record: JsonValue | undefined): Map<string, FoundIdentifier> | undefined {
  return record === undefined ? undefined : linkedIdentifiers(type, record, ['/name'], inBody('/name'));
}

/** Where a record has its own address: in HAL, JSON:API and Hydra, and elsewhere. */
const SELF_LINKS = [
  '/_links/self/href',
  '/_links/self',
  '/links/self/href',
  '/links/self',
  '/@id',
  '/self',
  '/href',
  '/url',
];

/** The identifiers in the link of a record to itself; undefined if it has none that leads to its item path. */
function linkedIdentifiers(
  type: ResourceType,
  record: JsonValue,
  places: readonly string[] = SELF_LINKS,
  from?: CaptureSource,
): Map<string, FoundIdentifier> | undefined {
  const own = type.operations
    .find(({ scope }) => scope === 'item')
    ?.path.filter(({ resource }) => resource === type.name);
  const links = places.map((pointer) => getAt(record, pointer)).filter((link) => typeof link === 'string');
  // The identifier alone could be any text.
  const paths = links.filter((link) => pathSegments(link).length > 1);
  const found = paths.map((link) => matchLocation(type.item ?? '', link)).find(({ size }) => size > 0);
  const pairs = type.identifiers.flatMap((identifier) => {
    const text = found?.get(own?.find((each) => each.identifier === identifier.name)?.at ?? '');
    return text === undefined ? [] : [[identifier.name, { value: typed(identifier, text), from }] as const];
  });
  return pairs.length === type.identifiers.length ? new Map(pairs) : undefined;
}

/** Distinct values, most trusted first. */
function foundValues(identifier: Identifier, bindings: readonly IdentifierBinding[], step: Step): FoundIdentifier[] {
  const found = new Map<string, FoundIdentifier>();
  for (const { from } of bindings) {
    const value = readSource(identifier, from, step);
    if (isScalar(value) && !found.has(String(value))) found.set(String(value), { value, from: captureSource(from) });
  }
  return [...found.values()];
}

function guessedValues(type: ResourceType, identifier: Identifier, step: Step): FoundIdentifier[] {
  const guess = undocumentedIdentifier(type, identifier, bodyOf(step));
  return guess && isScalar(guess.value) ? [{ value: guess.value, from: inBody(guess.pointer) }] : [];
}

function readSource(identifier: Identifier, from: ValueSource, step: Step): JsonValue | undefined {
  const { response, spec } = step;
  switch (from.in) {
    case 'response body':
      return getAt(addedRecord(step, from.items) ?? null, from.pointer);
    case 'response header': {
      const [text] = response ? headerValues(response, from.name) : [];
      return text === undefined ? undefined : typed(identifier, text);
    }
    case 'request body':
      return spec.body === undefined ? undefined : getAt(spec.body, from.pointer);
    case 'request parameter':
      return spec.parameters[from.parameter.in][from.parameter.name];
    case 'location': {
      const text = locationOf(step);
      const value = text === undefined ? undefined : matchLocation(from.item, text).get(from.name);
      return value === undefined ? undefined : typed(identifier, value);
    }
    case 'constant':
      return from.value;
    case 'expression':
      return undefined;
  }
}

/** What a creation gives: the record itself, or another one that shows it among its `items`, where it is most like what was sent. */
function addedRecord(step: Step, items: string | undefined): JsonValue | undefined {
  const body = bodyOf(step);
  if (items === undefined) return body;
  const all = getAt(body ?? null, items);
  const sent = isObject(step.spec.body) ? Object.entries(step.spec.body) : [];
  const likeness = (item: JsonValue) =>
    sent.filter(([name, value]) => jsonEqual(getAt(item, appendTokens('', name)) ?? null, value)).length;
  const best = Array.isArray(all) ? Math.max(0, ...all.map(likeness)) : 0;
  return Array.isArray(all) ? all.findLast((item) => likeness(item) === best) : undefined;
}

/** The Location of a response as a reference (RFC 9110 section 10.2.2). */
export function locationOf({ response }: Step): string | undefined {
  return response ? headerValues(response, 'location')[0] : undefined;
}

/** The parameters of an item path in the last segments of a Location, whatever base path comes before. */
export function matchLocation(template: string, location: string): Map<string, string> {
  const segments = pathSegments(location);
  const parts = pathSegments(template);
  const found = new Map<string, string>();
  if (segments.length === 1 && segments[0] === parts.at(-2)) return found; // The collection, relative to its parent.
  // A reference relative to the collection has the last segments only.
  const count = Math.min(parts.length, segments.length);
  for (let back = 1; back <= count; back++) {
    const [part = '', segment = ''] = [parts.at(-back), segments.at(-back)];
    const name = /^\{([^{}]+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== segment) return new Map();
    const value = name === undefined ? undefined : decode(segment);
    if (name !== undefined && value !== undefined) found.set(name, value);
  }
  return found;
}

function pathSegments(reference: string): string[] {
  const path = reference.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function decode(segment: string): string | undefined {
  try {
    return percentDecode(segment);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

function typed({ types }: Identifier, text: string): JsonValue {
  const isNumeric = !types.includes('string') && allowsNumbers(types);
  return isNumeric && JSON_NUMBER.test(text) ? parseNumber(text) : text;
}

function isScalar(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !Array.isArray(value) && !isObject(value);
}

function captureSource(from: ValueSource): CaptureSource | undefined {
  if (from.in === 'location') return { in: 'location' };
  return from.in === 'response body' ? inBody(from.pointer) : undefined;
}

function inBody(pointer: string): CaptureSource {
  return { in: 'body', property: parsePointer(pointer).at(-1) ?? '' };
}
