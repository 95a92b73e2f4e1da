import { isNumber } from '../../../core/json/decimal.ts';
import { getOwn, isObject } from '../../../core/json/index.ts';
import { appendTokens, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import { allowsNumbers } from '../../schema/instance-types.ts';
import type { ResourceType, SchemaProperty } from '../model.ts';
import { nameKey, words } from '../names.ts';
import { SchemaReader } from '../representations/schema-properties.ts';
import { textsOf } from '../text-at.ts';

/** How a number follows from others beside it or in the items of a list, as the document says in words. */
export interface ToldSum {
  /** JSON Pointer of the number, with `*` for every item. */
  readonly pointer: string;
  /** What the document says, e.g. `subtotal minus discount`. */
  readonly text: string;
  /** @returns undefined if it is not known: a part is missing, or no safe integer */
  readonly valueIn: (object: JsonObject) => number | undefined;
}

type Value = ToldSum['valueIn'];

const known = new WeakMap<Contract, Map<string, readonly ToldSum[]>>();

/**
 * What the schemas of a response say in words of numbers that no client sends: `unitPrice times quantity`, `Sum of all lineTotals`,
 * `subtotal minus discount`.
 */
export function toldSums(
  contract: Contract,
  schemas: readonly string[],
  types: readonly ResourceType[],
): readonly ToldSum[] {
  const read = known.get(contract) ?? new Map<string, readonly ToldSum[]>();
  const key = schemas.join(' ');
  const sums = read.get(key) ?? readSums(contract, schemas);
  known.set(contract, read.set(key, sums));
  if (sums.length === 0) return sums;
  const sent = types.flatMap(({ properties }) => properties.filter((each) => each.sent && !each.readOnly));
  return sums.filter(({ pointer }) => !sent.some((each) => pointer.endsWith(each.pointer)));
}

function readSums({ document }: Contract, schemas: readonly string[]): ToldSum[] {
  const properties = new SchemaReader(document).properties(schemas, 'response');
  const sums = properties.filter(isNumeric).flatMap(({ pointer }): ToldSum[] => {
    const owner = ownerOf(pointer);
    return textsOf(document, schemas, { pointer, direction: 'response' }).flatMap((text) => {
      const plain = text.replaceAll('`', '').trim().replace(/\.$/, '');
      const valueIn = readSum(plain, owner, properties);
      return valueIn ? [{ pointer, text: plain, valueIn }] : [];
    });
  });
  // What is inside comes first: a sum of lines is that of their products.
  return sums.toSorted((a, b) => parsePointer(b.pointer).length - parsePointer(a.pointer).length);
}

function ownerOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function isNumeric({ types }: SchemaProperty): boolean {
  return allowsNumbers(types);
}

const PRODUCT = /^(.+?) (?:times|multiplied by|[x×*]) (.+)$/i;
const TOTAL = /^(?:the )?(?:sum|total) of (?:all |the |its )*(.+?)(?: (?:of|in|over) (?:all |the |its )*(\S+))?$/i;
const STEPS = / (plus|minus|[+−-]) /i;

function readSum(text: string, owner: string, properties: readonly SchemaProperty[]): Value | undefined {
  const beside = (phrase: string) => named(phrase, owner, properties);
  const total = TOTAL.exec(text);
  if (total) return totalOf(total[1] ?? '', total[2], owner, properties);
  const factors = PRODUCT.exec(text)?.slice(1).map(beside);
  if (factors) return factors.every((each) => each !== undefined) ? productOf(factors) : undefined;
  const [first, ...rest] = text.split(STEPS);
  if (rest.length === 0) return undefined;
  const terms = [{ sign: 1, name: beside(first ?? '') }];
  for (let at = 0; at < rest.length; at += 2)
    terms.push({ sign: /plus|\+/i.test(rest[at] ?? '') ? 1 : -1, name: beside(rest[at + 1] ?? '') });
  return terms.every(({ name }) => name !== undefined) ? differenceOf(terms) : undefined;
}

/** The name of the number beside a sum that a phrase stands for: `the unit price` for `unitPrice`. */
function named(phrase: string, owner: string, properties: readonly SchemaProperty[]): string | undefined {
  const key = nameKey(words(phrase.replace(/^(?:the|its) /i, '')));
  const found = properties.filter(isNumeric).flatMap(({ pointer }) => {
    const name = parsePointer(pointer).at(-1) ?? '';
    return pointer === appendTokens(owner, name) && nameKey(name) === key ? [name] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The sum over the items of the only list beside it that have such a number. */
function totalOf(
  phrase: string,
  list: string | undefined,
  owner: string,
  properties: readonly SchemaProperty[],
): Value | undefined {
  const found = properties.flatMap(({ pointer, types }) => {
    const array = parsePointer(pointer).at(-1) ?? '';
    if (!types.includes('array') || pointer !== appendTokens(owner, array)) return [];
    const valueIn = itemValue(phrase, `${pointer}/*`, properties);
    return valueIn ? [{ array, valueIn }] : [];
  });
  const [only, ...others] = found;
  if (!only || others.length > 0 || (list !== undefined && !isListName(list, only.array))) return undefined;
  return (object) => {
    const items = getOwn(object, only.array);
    const numbers = Array.isArray(items)
      ? items.map((item) => (isObject(item) ? only.valueIn(item) : undefined))
      : [undefined];
    return sumUp(numbers);
  };
}

/** What is added up of each item: a number, or what others there give, as in `the sum of unitPrice times quantity`. */
function itemValue(phrase: string, owner: string, properties: readonly SchemaProperty[]): Value | undefined {
  const name = named(phrase, owner, properties);
  return name === undefined ? readSum(phrase, owner, properties) : (object) => numberIn(object, name);
}

function isListName(phrase: string, array: string): boolean {
  return nameKey(phrase) === nameKey(array) || /^(?:items?|lines?|entries|entry|positions?)$/i.test(phrase);
}

function productOf([a = '', b = '']: readonly (string | undefined)[]): Value {
  return (object) => {
    const [one, other] = [numberIn(object, a), numberIn(object, b)];
    return one === undefined || other === undefined ? undefined : safe(one * other);
  };
}

function differenceOf(terms: readonly { readonly sign: number; readonly name: string | undefined }[]): Value {
  return (object) =>
    sumUp(
      terms.map(({ sign, name = '' }) => {
        const value = numberIn(object, name);
        return value === undefined ? undefined : sign * value;
      }),
    );
}

function sumUp(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : safe(sum + each)),
    0,
  );
}

/** The integer that an object has; money in fractions may be rounded. */
function numberIn(object: JsonValue, name: string): number | undefined {
  const value = isObject(object) ? getOwn(object, name) : undefined;
  return isNumber(value) ? safe(Number(String(value))) : undefined;
}

function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

/** What a sum is in a record, at each place that has it, and what is there. */
export function* sumsIn(record: JsonValue, { pointer, valueIn }: ToldSum): Generator<PlacedSum> {
  const name = parsePointer(pointer).at(-1) ?? '';
  for (const [at, object] of objectsAt(record, parsePointer(ownerOf(pointer)))) {
    const [expected, actual] = [valueIn(object), numberIn(object, name)];
    if (expected !== undefined && actual !== undefined) yield { at: appendTokens(at, name), expected, actual };
  }
}

interface PlacedSum {
  /** JSON Pointer. */
  readonly at: string;
  readonly expected: number;
  readonly actual: number;
}

function* objectsAt(value: JsonValue, path: readonly string[], at = ''): Generator<[string, JsonObject]> {
  const [token, ...rest] = path;
  if (token === undefined) {
    if (isObject(value)) yield [at, value];
  } else if (token === '*') {
    for (const [index, item] of (Array.isArray(value) ? value : []).entries())
      yield* objectsAt(item, rest, appendTokens(at, String(index)));
  } else if (isObject(value)) yield* objectsAt(getOwn(value, token) ?? null, rest, appendTokens(at, token));
}
