import { jsonEqual } from '../../../core/json/equal.ts';
import { copyObject, getOwn, setProperty } from '../../../core/json/index.ts';
import { onlyToken, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { Identifier, Reference, ResourceType } from '../../../openapi/resources/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { isLine } from '../../../openapi/resources/prose/emptiness.ts';
import { nameIn, OF_PRODUCT, PRICE } from './product-values.ts';
import { type RecordShape, topPointer } from './record-shape.ts';
import { pathName, type StoredRecord } from './stored-record.ts';

/** A property that shows one of the record that a reference beside it names. */
interface Copy {
  readonly name: string;
  /** Its name in the other record, in words. */
  readonly phrase: string;
  readonly reference: Reference;
  /** What it shows of the other record, if it is an object. */
  readonly inner?: readonly string[];
}

/** A line is a number of something; products of a category are none. */
const QUANTITY = /^(quantity|qty|amount|units|pieces|count)$/;
const GROUP =
  /^(category|brand|supplier|vendor|manufacturer|maker|collection|department|warehouse|location|shelf|shop|store|user|customer|order|cart|basket|list)$/;

function isGroup({ resource }: Reference): boolean {
  return GROUP.test(resource.split('.').at(-1) ?? '');
}

const IDENTIFIER = /^(id|uuid|guid|key|code|number|ref)$/;

/** The values that records show of those that they refer to, such as `speakerName` beside `speakerId`. */
export class CopiedValues {
  private readonly copies: readonly Copy[];

  /** @param all the types of the document */
  constructor(
    { references, identifiers, words: type }: ResourceType,
    shape: RecordShape,
    all: readonly ResourceType[],
  ) {
    const { representation, serverSet } = shape;
    const own = identifiers.flatMap((identifier) => copiesOfSame(identifier, shape, type, all));
    const hasProducts = isLine(type) && [...representation.names].some((name) => QUANTITY.test(words(name).join(' ')));
    const referred = references.flatMap((reference) => {
      const [own = '', ...rest] = parsePointer(reference.at);
      const role = words(own).filter((word, index) => index === 0 || !IDENTIFIER.test(word));
      if (reference.in !== 'body' || rest.length > 0 || reference.many) return [];
      return [...representation.names].flatMap((name): Copy[] => {
        const phrase = words(name);
        const inner = name !== own && phrase.join(' ') === role.join(' ') ? innerNames(name, shape) : [];
        if (inner.length > 0) return [{ name, phrase: '', reference, inner }];
        const isOfRole = phrase.length > role.length && role.every((word, index) => word === phrase[index]);
        const property = phrase.slice(role.length).join(' ');
        if (!serverSet.includes(topPointer(name))) return [];
        // What an item costs is the price of its product.
        if (PRICE.test(phrase.join(' '))) return [{ name, phrase: 'price', reference }];
        if (hasProducts && !isGroup(reference) && OF_PRODUCT.test(phrase.join(' ')))
          return [{ name, phrase: phrase.join(' '), reference }];
        return isOfRole && !IDENTIFIER.test(property) ? [{ name, phrase: property, reference }] : [];
      });
    });
    this.copies = [...own, ...referred];
  }

  get isEmpty(): boolean {
    return this.copies.length === 0;
  }

  /** Returns a record with the values of those that it refers to, if it stays valid. */
  update(
    record: JsonObject,
    findTargets: (reference: Reference) => readonly StoredRecord[],
    isValid: (record: JsonObject) => boolean,
  ): JsonObject {
    let updated = record;
    for (const copy of this.copies) {
      const { name, inner } = copy;
      const isShown = inner !== undefined || getOwn(updated, name) !== undefined;
      const value = isShown ? copiedFrom(updated, copy, findTargets) : undefined;
      if (value === undefined || jsonEqual(value, getOwn(updated, name) ?? null)) continue;
      const changed = copyObject(updated);
      setProperty(changed, name, value);
      if (isValid(changed)) updated = changed;
    }
    return updated;
  }
}

/** What a record shows of the one that it takes its identifier from: the name of the user who is a member. */
function copiesOfSame(
  { name, sameAs }: Identifier,
  { representation, serverSet, stamps }: RecordShape,
  type: readonly string[],
  all: readonly ResourceType[],
): Copy[] {
  const at = representation.identifiers.get(name);
  if (!sameAs || at === undefined) return [];
  const reference = { ...sameAs, in: 'body', at, required: true, many: false, reason: '' } as const;
  const other = all.find((each) => each.name === sameAs.resource);
  // A product on a wish list is the product.
  if (other?.operations.some(({ response }) => isSameSchema(response?.schemas, representation.schemas)))
    return [...representation.names].flatMap((each): Copy[] =>
      topPointer(each) === at ? [] : [{ name: each, phrase: words(each).join(' '), reference }],
    );
  const others = new Set([at, ...stamps.map(({ pointer }) => pointer)]);
  const texts = representation.properties.filter(
    ({ pointer, types, enumerated, format = '' }) =>
      serverSet.includes(pointer) &&
      !others.has(pointer) &&
      ((types.includes('string') && !enumerated && !/^date/.test(format)) || isPriceOf(type, pointer)),
  );
  return texts.flatMap(({ pointer }): Copy[] => {
    const own = onlyToken(pointer);
    return own === undefined
      ? []
      : [{ name: own, phrase: isPriceOf(type, pointer) ? 'price' : words(own).join(' '), reference }];
  });
}

function isSameSchema(some: readonly string[] = [], others: readonly string[]): boolean {
  return some.length > 0 && some.length === others.length && some.every((each) => others.includes(each));
}

function isPriceOf(type: readonly string[], pointer: string): boolean {
  return isLine(type) && PRICE.test(words(onlyToken(pointer) ?? '').join(' '));
}

/** What a record shows of another one in an object that only the service sets. */
function innerNames(name: string, { representation, serverSet }: RecordShape): string[] {
  if (!serverSet.some((pointer) => pointer.startsWith(`${topPointer(name)}/`))) return [];
  return representation.properties.flatMap(({ pointer }) => {
    const [own, inner, ...deeper] = parsePointer(pointer);
    return own === name && inner !== undefined && deeper.length === 0 ? [inner] : [];
  });
}

function copiedFrom(
  record: JsonObject,
  { phrase, reference, inner }: Copy,
  findTargets: (reference: Reference) => readonly StoredRecord[],
): JsonValue | undefined {
  const named = getOwn(record, parsePointer(reference.at)[0] ?? '');
  if (inner && named === null) return null;
  if (named === undefined || named === null) return undefined;
  const name = pathName(reference.resource, reference.identifier);
  const target = findTargets(reference).find(({ path }) => String(path.get(name)) === String(named));
  if (!target) return undefined;
  const { value } = target;
  if (inner)
    return Object.fromEntries(
      inner.flatMap((each) => (Object.hasOwn(value, each) ? [[each, value[each] ?? null]] : [])),
    );
  const property = nameIn(value, phrase);
  return property === undefined ? undefined : value[property];
}
