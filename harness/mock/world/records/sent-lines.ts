import { isNumber } from '../../../core/json/decimal.ts';
import { copyObject, getOwn, isObject, setProperty } from '../../../core/json/index.ts';
import { parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { isLineTotal, isTaxAmount, withLineTotals } from '../../../generate/plausible/totals.ts';
import type { Reference, ResourceType, SchemaProperty } from '../../../openapi/resources/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { isLine } from '../../../openapi/resources/prose/emptiness.ts';
import { withTax } from './line-tax.ts';
import { IdentifierGenerator } from './new-identifier.ts';
import { nameIn, shownOfProduct } from './product-values.ts';
import type { RecordShape } from './record-shape.ts';
import { pathName, type StoredRecord } from './stored-record.ts';

/** An array of objects in a record that have something which only the service sets, such as the lines of an order. */
interface Lines {
  readonly name: string;
  readonly identifier: InnerIdentifier | undefined;
  /** What they are about: the product of a line. */
  readonly reference: Reference | undefined;
  /** What they show of that: names in a line, and there, in words. */
  readonly copies: readonly (readonly [name: string, phrase: string])[];
  readonly totals: readonly string[];
  /** Names of their number in the record. */
  readonly counts: readonly string[];
}

interface InnerIdentifier {
  readonly name: string;
  readonly property: SchemaProperty;
  readonly generator: IdentifierGenerator;
}

type FindTargets = (reference: Reference) => readonly StoredRecord[];

const IDENTIFIER = /^(_?id|uuid|guid)$/i;

/** Completes what clients send inside a record: `POST /orders` with the products and quantities of its items. */
export class SentLines {
  private readonly all: readonly Lines[];
  private readonly template: JsonObject;

  constructor(type: ResourceType, shape: RecordShape, template: JsonObject) {
    this.template = template;
    const names = new Set(shape.representation.properties.flatMap(({ pointer }) => arrayOf(pointer) ?? []));
    const sent = new Set(type.properties.flatMap((each) => (each.sent && !each.readOnly ? each.pointer : [])));
    this.all = [...names].map((name) => readLines(name, type, shape, sent));
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** @param isMadeUp true if nobody has sent the lines: what they show of others is as these have it */
  complete(record: JsonObject, findTargets: FindTargets, isMadeUp: boolean): JsonObject {
    let completed = record;
    for (const lines of this.all) {
      const items = getOwn(completed, lines.name);
      if (!Array.isArray(items) || !items.some(isObject)) continue;
      completed = copyObject(completed);
      const whole = items.map((item) => (isObject(item) ? this.line(item, lines, findTargets, isMadeUp) : item));
      setProperty(completed, lines.name, whole);
      for (const name of lines.counts) setProperty(completed, name, items.length);
    }
    return completed;
  }

  private line(item: JsonObject, lines: Lines, findTargets: FindTargets, isMadeUp: boolean): JsonObject {
    const { identifier, reference, copies, totals } = lines;
    const line = copyObject(item);
    if (identifier && getOwn(line, identifier.name) === undefined)
      setProperty(line, identifier.name, newIdentifier(identifier, this.examples(lines)));
    const target = reference && targetOf(line, reference, findTargets);
    for (const [name, phrase] of target ? copies : []) {
      if (!isMadeUp && getOwn(line, name) !== undefined) continue;
      const shown = target && nameIn(target, phrase);
      if (shown !== undefined) setProperty(line, name, target?.[shown] ?? null);
    }
    const taxes: [name: string, form: JsonValue][] = [];
    for (const name of totals) {
      const own = getOwn(line, name);
      const known = own ?? this.examples(lines).find((each) => getOwn(each, name) !== undefined)?.[name];
      if (known !== undefined) setProperty(line, name, known);
      if (known !== undefined && own === undefined && isTaxAmount(words(name).join(' '))) taxes.push([name, known]);
    }
    if (totals.length === 0) return line;
    const priced = withLineTotals(line);
    return taxes.length === 0 ? priced : withLineTotals(withTax(priced, taxes));
  }

  private examples({ name }: Lines): readonly JsonObject[] {
    const items = getOwn(this.template, name);
    return Array.isArray(items) ? items.filter(isObject) : [];
  }
}

/** The name of the array at the top of a record that a pointer is in. */
function arrayOf(pointer: string): string | undefined {
  const [name, item, inner, ...deeper] = parsePointer(pointer);
  return item === '*' && inner !== undefined && deeper.length === 0 ? name : undefined;
}

function readLines(name: string, type: ResourceType, shape: RecordShape, sent: ReadonlySet<string>): Lines {
  const inner = shape.representation.properties.filter(({ pointer }) => arrayOf(pointer) === name);
  const ownName = ({ pointer }: SchemaProperty) => parsePointer(pointer)[2] ?? '';
  const set = inner.filter(({ pointer }) => !sent.has(pointer));
  const property = inner.find((each) => IDENTIFIER.test(ownName(each)));
  const references = type.references.filter(({ at, in: place }) => place === 'body' && arrayOf(at) === name);
  const [reference, ...others] = references.filter(({ at }) => !IDENTIFIER.test(parsePointer(at)[2] ?? ''));
  const areLines = isLine(words(name)) && others.length === 0;
  return {
    name,
    identifier: property && {
      ...{ name: ownName(property), property },
      generator: new IdentifierGenerator(`${type.name} ${name}`),
    },
    reference,
    copies: inner.flatMap((each) => {
      const phrase = areLines ? shownOfProduct(withoutRole(ownName(each), reference)) : undefined;
      return phrase === undefined ? [] : [[ownName(each), phrase] as const];
    }),
    totals: areLines ? set.flatMap((each) => (isLineTotal(words(ownName(each)).join(' ')) ? ownName(each) : [])) : [],
    counts: countsOf(name, shape),
  };
}

/** `name` of the `productName` beside `productId`, in words. */
function withoutRole(name: string, reference: Reference | undefined): string {
  const own = words(name);
  const role = words(parsePointer(reference?.at ?? '')[2] ?? '').slice(0, -1);
  const isOfRole = role.length > 0 && own.length > role.length && role.every((word, index) => word === own[index]);
  return (isOfRole ? own.slice(role.length) : own).join(' ');
}

/** Names of what only the service sets to the number of items. */
function countsOf(name: string, { representation, serverSet }: RecordShape): string[] {
  const own = words(name).join(' ');
  const one = own.replace(/s$/, '');
  const phrases = new Set([`${one} count`, `${own} count`, `number of ${own}`, `total ${own}`, `num ${own}`]);
  return representation.properties.flatMap(({ pointer, types }) => {
    const [top = '', ...rest] = parsePointer(pointer);
    const isCount = rest.length === 0 && types.includes('integer') && serverSet.includes(pointer);
    return isCount && phrases.has(words(top).join(' ')) ? [top] : [];
  });
}

function targetOf(line: JsonObject, reference: Reference, findTargets: FindTargets): JsonObject | undefined {
  const named = getOwn(line, parsePointer(reference.at)[2] ?? '');
  if (named === undefined || named === null) return undefined;
  const name = pathName(reference.resource, reference.identifier);
  return findTargets(reference).find(({ path }) => String(path.get(name)) === String(named))?.value;
}

function newIdentifier({ name, property, generator }: InnerIdentifier, examples: readonly JsonObject[]): JsonValue {
  for (const example of examples) {
    const known = getOwn(example, name);
    if (known !== undefined && (typeof known === 'string' || isNumber(known))) generator.observe(known);
  }
  const identifier = { ...property, name, sameAs: undefined, bindings: [] };
  const isTrue = () => true;
  const found = generator.next({ identifier, isValid: isTrue, isFree: isTrue, title: undefined, makeUp: () => [] });
  return found ?? null;
}
