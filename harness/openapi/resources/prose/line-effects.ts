import { isNumber } from '../../../core/json/decimal.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import { allowsNumbers } from '../../schema/instance-types.ts';
import type { Reference, ResourceOperation, ResourceType, SchemaProperty } from '../model.ts';
import { nameKey, singular, words } from '../names.ts';
import { textAt } from '../text-at.ts';
import { certainSentences, type ToldShift } from './effects.ts';
import { effectsOf, type ToldTarget, targetOf } from './target.ts';

/** An array of objects in an order or a cart, each of which names a record of another type, and how many of it. */
export interface LineItems {
  /** The type whose records have them; undefined for those that a request sends. */
  readonly owner: ResourceType | undefined;
  /** JSON Pointer of the array: in the body of a request, or below the envelope of a read. */
  readonly array: string;
  /** JSON Pointer in each line of what names the record. */
  readonly at: string;
  readonly reference: Reference;
  /** JSON Pointer in each line of how many there are; undefined if each is one. */
  readonly amount: string | undefined;
}

/** What a request does to a number of each record that lines name: `takes the quantities from the stock of the products`. */
export interface LineShift {
  readonly lines: LineItems;
  readonly sign: 1 | -1;
  readonly target: ToldTarget;
}

const QUANTITY = /^(?:quantity|qty|amount|count|number|pieces|units)$/;

/** What the document says that an operation does by lines, its own or those of a record that it names. */
export interface LineEffects {
  readonly shifts: readonly LineShift[];
  /** The types of which it empties the record that it names: `and empties the cart`. */
  readonly emptied: readonly ResourceType[];
}

const known = new WeakMap<ResourceOperation, LineEffects>();

export function lineEffectsOf(
  contract: Contract,
  types: readonly ResourceType[],
  operation: ResourceOperation,
): LineEffects {
  const read = () => ({
    shifts: shiftsOf(contract, types, operation),
    emptied: emptiedTypes(contract, types, operation),
  });
  return known.get(operation) ?? keep(known, operation, read());
}

function shiftsOf(contract: Contract, types: readonly ResourceType[], operation: ResourceOperation): LineShift[] {
  const effects = effectsOf(contract, operation.operation).filter((each): each is ToldShift => 'sign' in each.change);
  if (effects.length === 0) return [];
  const named = namedTypes(types, operation);
  const own = types.find(({ name }) => name === operation.resource);
  const direct = new Map(named.map((type) => [type.name, { type }]));
  return effects
    .filter((effect) => own && !targetOf(effect, own, direct))
    .flatMap((effect) => {
      const { by } = effect.change;
      const lines = [...sentLines(operation, by), ...named.flatMap((owner) => shownLines(owner, by))];
      return lines.flatMap((each) => {
        const type = types.find(({ name }) => name === each.reference.resource);
        const target = type && targetOf(effect, type, new Map());
        return target && allowsNumbers(target.property.types)
          ? [{ lines: each, sign: effect.change.sign, target }]
          : [];
      });
    });
}

/** How many of each record the lines of a body or a record name, by its identifier; NaN if that is not known. */
export function amountsByRecord(whole: JsonValue | undefined, { array, at, amount }: LineItems): Map<string, number> {
  const found = new Map<string, number>();
  const items = whole === undefined ? undefined : getAt(whole, array);
  for (const item of Array.isArray(items) ? items : []) {
    const [id, count] = [getAt(item, at), amount === undefined ? 1 : getAt(item, amount)];
    if (id === undefined || id === null) continue;
    found.set(String(id), (found.get(String(id)) ?? 0) + (isNumber(count) ? Number(count) : Number.NaN));
  }
  return found;
}

/** The types of the records that a request names, one of each. */
function namedTypes(types: readonly ResourceType[], { path, references }: ResourceOperation): ResourceType[] {
  const inBody = references.filter(({ in: place, many }) => place === 'body' && !many);
  const names = new Set([...path, ...inBody].map(({ resource }) => resource));
  return types.filter(({ name }) => names.has(name));
}

function sentLines({ references, request }: ResourceOperation, by: ToldShift['change']['by']): LineItems[] {
  const { envelope = '', properties = [] } = request ?? {};
  const inBody = properties.map((each) => ({ ...each, pointer: envelope + each.pointer }));
  return linesOf(undefined, references, inBody, by);
}

function shownLines(owner: ResourceType, by: ToldShift['change']['by']): LineItems[] {
  return linesOf(owner, owner.references, readerOf(owner)?.response?.properties ?? [], by);
}

/** The operation that reads one record. */
function readerOf({ operations }: ResourceType): ResourceOperation | undefined {
  return operations.find(({ role, scope, response }) => role === 'read' && scope !== 'collection' && response);
}

function linesOf(
  owner: ResourceType | undefined,
  references: readonly Reference[],
  properties: readonly SchemaProperty[],
  by: ToldShift['change']['by'],
): LineItems[] {
  return references.flatMap((reference) => {
    const [, array, at] = /^(.+)\/\*(\/[^/]+)$/.exec(reference.at) ?? [];
    if (reference.in !== 'body' || array === undefined || at === undefined) return [];
    const amounts = amountsIn(array, properties, by);
    const [amount] = amounts;
    const isKnown = by === 'one' ? amounts.length === 0 : amounts.length === 1;
    return isKnown ? [{ owner, array, at, reference, amount }] : [];
  });
}

/** JSON Pointers in the lines of an array to the numbers that an effect may be about. */
function amountsIn(array: string, properties: readonly SchemaProperty[], by: ToldShift['change']['by']): string[] {
  const wanted = typeof by === 'object' ? singular(by.property) : undefined;
  return properties.flatMap(({ pointer, types }) => {
    const inside = pointer.startsWith(`${array}/*/`) ? pointer.slice(array.length + 2) : '';
    const name = nameKey(inside);
    const isMeant = wanted === undefined ? QUANTITY.test(name) : name === nameKey(wanted);
    return isMeant && allowsNumbers(types) && inside.lastIndexOf('/') === 0 ? [inside] : [];
  });
}

const EMPTIES = /^(?:also )?(?:empties|clears) (?:the |its )([\w -]+)$/;
const IS_EMPTIED =
  /^(?:the |its )([\w -]+?) (?:is|gets) (?:then |thereby )?(?:emptied|cleared|empty (?:then|afterwards|after that))$/;

function emptiedTypes(
  { document }: Contract,
  types: readonly ResourceType[],
  operation: ResourceOperation,
): ResourceType[] {
  const { pointer } = operation.operation;
  const texts = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword));
  const clauses = certainSentences(texts.join('\n')).flat();
  const told = clauses.flatMap((clause) => (EMPTIES.exec(clause) ?? IS_EMPTIED.exec(clause))?.[1] ?? []);
  const keys = new Set(told.map((text) => nameKey(words(text))));
  return namedTypes(types, operation).filter((type) => keys.has(nameKey(type.words)));
}

/** The arrays of objects in a record of a type; JSON Pointers below the envelope of a read. */
export function arraysOf(type: ResourceType): string[] {
  const properties = readerOf(type)?.response?.properties ?? [];
  const arrays = properties.flatMap(({ pointer }) => /^(\/[^/]+)\/\*\//.exec(pointer)?.[1] ?? []);
  return [...new Set(arrays)];
}
