import type { Contract } from '../../contract.ts';
import type { ResourceType } from '../model.ts';
import { nameKey, singularWords, topName, words } from '../names.ts';
import { textsOf } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** A number that the service gives to each new record among those of one record above, as the document says in words. */
export interface ToldNumbering {
  /** JSON Pointer of a property at the top of the record. */
  readonly pointer: string;
  /** Name of the type of the record above. */
  readonly resource: string;
  /** JSON Pointer of what names the record above, in the body of a creation; undefined if the path does. */
  readonly at: string | undefined;
  /** Of the first. */
  readonly start: number;
  /** True if no new record gets the number of one that was deleted. */
  readonly isNeverReused: boolean;
  /** What the document says. */
  readonly text: string;
}

const NUMBERED = /\b(?:number(?:s|ed)?|counts? (?:up )?from|counted|sequence)\b/;
/** `Number of the segment that the piece is in`, `number of retries`: which records, or how many, are numbered. */
const OF = /\bnumber of (?:(?:the|this|each|an?) )?([\w-]+(?: [\w-]+)?)/;
/** `Segments are numbered`: what is. */
const SUBJECT = /^(?:(?:all|the|each|every) )*([\w-]+(?: [\w-]+)?) (?:is|are|gets?|has|have) (?:a )?number/;
/** `Revision number`: what it is of; not `line number` and the like. */
const NOUN = /\b([a-z]+) (?:number|count)\b/;
const PLAIN =
  /^(?:the|this|its|an?|own|each|every|sequence|sequential|serial|running|consecutive|ordinal|unique|short|human|readable|friendly|line|item|of|with|whose|by)$/;
const START =
  /\b(?:start(?:s|ing)?|begin(?:s|ning)?|count(?:s|ed|ing)?) (?:at|from|with|up from) (\d+)\b|\bnumbered (?:up )?from (\d+)\b|\b(\d+), (\d+)(?:,| and) (\d+)\b/;
const WITHIN =
  /\b(?:within|in|inside|per|(?:for|of) each) (?:(?:the|their|its|each|every|an?|one|the same) )?([\w-]+(?: [\w-]+)?)/g;
/** What is not always so, or changes later: a place in an order, or what begins anew. */
const UNCERTAIN =
  /\b(?:if|unless|when|while|may|might|can|could|should|usually|not|except|positions?|ranks?|places?|turns?|rounds?|pages?|current|latest|next|re-?number\w*|re-?order\w*|moves?|moved|reset\w*|restart\w*|days?|daily|months?|years?|yearly|gaps?|open|active)\b/;
const NEVER_AGAIN = /\b(?:never|not)\b.*\b(?:re-?used|recycled|reassigned|(?:used|assigned|given|issued) again)\b/;

const known = new WeakMap<ResourceType, { readonly told: ToldNumbering | undefined }>();

/** Reads `Tasks are numbered 1, 2, 3 and so on within their project`, `number of the task within its project, starting at 1`. */
export function toldNumbering(
  contract: Contract,
  type: ResourceType,
  types: readonly ResourceType[],
): ToldNumbering | undefined {
  const read = known.get(type) ?? { told: readNumbering(contract, type, types) };
  known.set(type, read);
  return read.told;
}

function readNumbering(
  { document }: Contract,
  type: ResourceType,
  types: readonly ResourceType[],
): ToldNumbering | undefined {
  const above = aboveOf(type, types);
  const shown = type.operations.find(({ role, response }) => role === 'read' && response !== undefined)?.response;
  if (!shown || above.length === 0) return undefined;
  const { schemas } = shown;
  for (const { pointer, types: own } of shown.properties) {
    if (!own.includes('integer') || topName(pointer) === undefined || isSetByClient(type, pointer)) continue;
    const sentences = textsOf(document, schemas, { pointer, direction: 'response' }).flatMap(sentencesOf);
    for (const text of sentences) {
      const found = startIn(text);
      const parent = above.find((each) => isWithin(text, each.type));
      if (found === undefined || !parent || !isAbout(text, type)) continue;
      const isNeverReused = sentences.some((each) => NEVER_AGAIN.test(each));
      return { pointer, resource: parent.type.name, at: parent.at, start: found, isNeverReused, text };
    }
  }
  return undefined;
}

/** What the service numbers records by is neither sent nor what identifies them. */
function isSetByClient({ properties, identifiers }: ResourceType, pointer: string): boolean {
  const name = topName(pointer) ?? '';
  const isIdentifier = identifiers.some((each) => [each.name, each.shownAs].includes(name));
  const property = properties.find((each) => each.pointer === pointer);
  return isIdentifier || (property?.sent === true && !property.readOnly);
}

interface Above {
  readonly type: ResourceType;
  readonly at: string | undefined;
}

/** The records above each record: in its path, or named by the body of its creation. */
function aboveOf({ name, parent, operations }: ResourceType, types: readonly ResourceType[]): Above[] {
  const named = operations
    .filter(({ creates, scope }) => creates && scope === 'collection')
    .flatMap(({ references, request }) =>
      references
        .filter(({ in: place, many, required }) => place === 'body' && !many && required)
        .map(({ resource, at }) => ({ resource, at: at.slice(request?.envelope.length ?? 0) })),
    );
  return [{ resource: parent, at: undefined }, ...named].flatMap(({ resource, at }) => {
    const type = types.find((each) => each.name === resource && each.name !== name);
    return type ? [{ type, at }] : [];
  });
}

function isWithin(text: string, { words: own }: ResourceType): boolean {
  const named = own.slice(-1);
  return [...text.matchAll(WITHIN)].some(([, phrase = '']) => {
    const all = words(phrase);
    return [own, named].some((each) => nameKey(all.slice(0, each.length)) === nameKey(each));
  });
}

/** Whether it is the records themselves that have the numbers. */
function isAbout(text: string, { words: own }: ResourceType): boolean {
  const isOwn = (phrase: string) => [own, own.slice(-1)].some((each) => `${phrase} `.startsWith(`${each.join(' ')} `));
  const of = OF.exec(text)?.[1];
  // Of several, it is how many there are.
  if (of !== undefined) return isOwn(of.replaceAll('-', ' '));
  const subject = SUBJECT.exec(text)?.[1];
  if (subject !== undefined)
    return (
      /^(?:they|it|records?|items?|entries|entry)$/.test(subject) || isOwn(singularWords(words(subject)).join(' '))
    );
  const noun = NOUN.exec(text)?.[1];
  return noun === undefined || PLAIN.test(noun) || own.includes(noun);
}

function startIn(text: string): number | undefined {
  if (!NUMBERED.test(text) || UNCERTAIN.test(text)) return undefined;
  const [, at, from, first, second, third] = START.exec(text) ?? [];
  if (first === undefined) return at === undefined && from === undefined ? undefined : Number(at ?? from);
  const isInTurn = Number(second) === Number(first) + 1 && Number(third) === Number(second) + 1;
  return isInTurn ? Number(first) : undefined;
}
