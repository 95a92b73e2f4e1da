import { isPlural, nameKey, singularWords, words } from '../names.ts';
import { isPrefix } from './verbs.ts';

/** What an operation does according to its path. */
export type Deed = 'create' | 'read' | 'list' | 'update' | 'delete';

/** A path that names what is done, taken apart. */
export interface DeedPath {
  /** The path of what it is done to, e.g. `/lists` for `/lists.update`, `/createList` and `/lists/update/{id}`. */
  readonly subject: string;
  /** Undefined for a word that is none of the usual ones, such as `complete`. */
  readonly deed: Deed | undefined;
  readonly name: string;
  /** The parameters after it, e.g. `/{id}`. */
  readonly rest: string;
}

const WORDS: Readonly<Record<Deed, readonly string[]>> = {
  create: ['create', 'add', 'insert', 'new'],
  read: ['get', 'read', 'fetch', 'retrieve', 'find', 'show', 'info', 'describe'],
  list: ['list', 'index', 'all'],
  update: ['update', 'edit', 'modify', 'change'],
  delete: ['delete', 'remove', 'destroy'],
};
const DEEDS = new Map(Object.entries(WORDS).flatMap(([deed, list]) => list.map((word) => [word, deed as Deed])));
const LAST_LITERAL = /^(.*)\/([^/{}:()]+)((?:\/\{[^{}]+\})*)$/;
/** `lists.update`, as Slack writes it. */
const DOTTED = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)\.([A-Za-z]\w*)$/;

/** Takes a path apart that names what is done; undefined for one that names records only. */
export function deedPath(path: string): DeedPath | undefined {
  const [, before = '', last = '', rest = ''] = LAST_LITERAL.exec(path) ?? [];
  const [, dotted, name = ''] = DOTTED.exec(last) ?? [];
  if (dotted !== undefined) {
    const { deed, noun = [dotted] } = deedOf(name);
    const isOwn = noun.length === 0 || nameKey(noun) === nameKey(dotted.split('.').at(-1) ?? '');
    return { subject: `${before}/${dotted.replaceAll('.', '/')}`, deed: isOwn ? deed : undefined, name, rest };
  }
  const { deed, noun } = deedOf(last);
  const subject = noun && subjectOf(before, noun);
  if (subject === undefined) return undefined;
  return deed === undefined || fits(subject, deed) ? { subject, deed, name: last, rest } : undefined;
}

/** `createList` gives create and list, `getById` read and nothing; no noun for words that say how something is found. */
function deedOf(name: string): { readonly deed: Deed | undefined; readonly noun: readonly string[] | undefined } {
  const [first = '', ...others] = words(name);
  const isAll = others[0] === 'all';
  const noun = withoutKey(isAll ? others.slice(1) : others);
  const deed = DEEDS.get(first);
  if (deed === undefined) return { deed, noun: others.length === 0 ? [] : undefined };
  return { deed: deed === 'read' && isAll ? 'list' : deed, noun: noun.includes('by') ? undefined : noun };
}

/** `user by id` is a user. */
function withoutKey(noun: readonly string[]): readonly string[] {
  const by = noun.lastIndexOf('by');
  return by >= 0 && /^(id|uuid|key|slug)$/.test(noun.slice(by + 1).join('')) ? noun.slice(0, by) : noun;
}

/** The noun after the verb, unless the segment before it is the same. */
function subjectOf(before: string, noun: readonly string[]): string | undefined {
  const last = before.split('/').at(-1) ?? '';
  const isNamed = !isPrefix(last) && last.toLowerCase() !== 'rpc';
  if (noun.length === 0 || (isNamed && nameKey(last) === nameKey(noun))) return isNamed ? before : undefined;
  return isNamed ? undefined : `${before}/${plural(singularWords(noun))}`;
}

function plural(singular: readonly string[]): string {
  const name = singular.join('-');
  return isPlural(name)
    ? name
    : name
        .replace(/(?<=[^aeiou])y$/, 'ie')
        .replace(/(?<=s|x|ch|sh)$/, 'e')
        .concat('s');
}

/** On one record, reading words are names: `/users/{id}/info` is more than `/users/{id}`. */
function fits(subject: string, deed: Deed): boolean {
  return !subject.endsWith('}') || deed === 'update' || deed === 'delete';
}
