import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import { allowsNumbers } from '../../schema/instance-types.ts';
import type { Representation, SchemaProperty } from '../model.ts';
import { nameKey, topName, words } from '../names.ts';
import { enumAt } from '../record-facts.ts';
import type { Selector } from './selectors.ts';

/** What a switch such as `unread` selects records by, of which none has a property with its name. */
export interface Switch {
  /** JSON Pointer of the property. */
  readonly pointer: string;
  /** What it must be: true; there; a number above 0, or a list that is not empty; or a status of this name. */
  readonly wants: 'true' | 'given' | 'some' | { readonly status: string };
  /** True for `unread` where records have the time `readAt`. */
  readonly isOpposite: boolean;
}

/** Words of names around what they switch. */
const AROUND = /^(?:is|are|only|with) | only$/g;
const HAS = /^(?:has|have|having|with) (?=.)/;
const NOT = /^(?:not |non |without |no |un(?=\w{3})|in(?=active|complete|valid|visible|stock))/;
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  [
    ['open', 'closed'],
    ['enabled', 'disabled'],
    ['public', 'private'],
    ['visible', 'hidden'],
    ['online', 'offline'],
  ].flatMap(([one = '', other = '']) => [[one, other] as const, [other, one] as const]),
);
const TIME = / (?:at|on|date|time)$/;
const COUNT = /^(?:num|number of) | count$/g;
const STATUS = /^(.+ )?(status|state)$/;

/** Finds the property that a boolean selects by, if it is a time, a number, a list or a status, or the opposite of what it is called. */
export function switchOf(
  document: OpenApiDocument,
  { name, schema }: Pick<Selector, 'name' | 'schema'>,
  { properties, schemas }: Pick<Representation, 'properties' | 'schemas'>,
): Switch | undefined {
  if (schema === undefined || !isFlag(effectiveSchema(document, schema, 'request'))) return undefined;
  const phrase = words(name).join(' ');
  const own = phrase.replace(AROUND, '');
  const isHad = HAS.test(phrase);
  const had = phrase.replace(HAS, '');
  const opposite = NOT.test(own) ? own.replace(NOT, '') : (OPPOSITES.get(own) ?? `un${own}`);
  const readings = [
    { word: own, isOpposite: false },
    ...(isHad ? [{ word: had, isOpposite: false }] : []),
    { word: opposite, isOpposite: true },
  ];
  for (const { word, isOpposite } of readings)
    for (const property of properties) {
      const wants = wantedOf(property, word, isHad || isOpposite);
      if (wants) return { pointer: property.pointer, wants, isOpposite };
    }
  const isStatus = ({ pointer, enumerated }: SchemaProperty) => enumerated && STATUS.test(phraseOf(pointer));
  for (const { pointer } of properties.filter(isStatus)) {
    const listed = enumAt(document, schemas, pointer).filter((each) => typeof each === 'string');
    const status = listed.find((each) => words(each).join(' ') === own);
    if (status !== undefined) return { pointer, wants: { status }, isOpposite: false };
  }
  return undefined;
}

function wantedOf(property: SchemaProperty, word: string, isHad: boolean): Switch['wants'] | undefined {
  const { pointer, types, format, required } = property;
  const phrase = phraseOf(pointer);
  if (phrase === '') return undefined;
  const mayMiss = !required || types.includes('null');
  if (isFlag(property)) return phrase.replace(AROUND, '') === word ? 'true' : undefined;
  if (format?.startsWith('date')) return mayMiss && phrase.replace(TIME, '') === word ? 'given' : undefined;
  // A `total` is no count of what `total=true` asks for.
  const counted = allowsNumbers(types) ? phrase.replace(COUNT, '') : phrase;
  if (counted !== phrase) return isSame(counted, word) ? 'some' : undefined;
  if (!isHad || !isSame(phrase.replace(/ id$/, ''), word)) return undefined;
  return types.includes('array') ? 'some' : mayMiss ? 'given' : undefined;
}

function isSame(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

function isFlag({ types }: Pick<SchemaProperty, 'types'>): boolean {
  return types.every((type) => type === 'boolean' || type === 'null');
}

function phraseOf(pointer: string): string {
  return words(topName(pointer) ?? '').join(' ');
}
