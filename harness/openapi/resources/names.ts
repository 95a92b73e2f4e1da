import { parsePointer } from '../../core/json/pointer.ts';

/** The object of a JSON:API document that has the properties of a record (JSON:API 1.1, Resource Objects). */
const ATTRIBUTES = 'attributes';
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    mice: 'mouse',
    feet: 'foot',
    teeth: 'tooth',
    geese: 'goose',
    indices: 'index',
    matrices: 'matrix',
    vertices: 'vertex',
    criteria: 'criterion',
    movies: 'movie',
    cookies: 'cookie',
    calories: 'calorie',
    ties: 'tie',
    shoes: 'shoe',
    caches: 'cache',
    leaves: 'leaf',
    shelves: 'shelf',
    wolves: 'wolf',
    knives: 'knife',
    lives: 'life',
    wives: 'wife',
    halves: 'half',
    quizzes: 'quiz',
    menus: 'menu',
    cpus: 'cpu',
    gpus: 'gpu',
  }),
);
const INVARIANT = new Set(['series', 'species', 'news', 'sms', 'gps', 'dns', 'https', 'aws', 'css', 'js', 'ios', 'os']);
/** Endings and what takes their place; the first that matches decides. */
const ENDINGS: readonly (readonly [ending: RegExp, replacement: string])[] = [
  [/(ss|us|sis|xis)$/, '$1'],
  [/(?<=..)ies$/, 'y'],
  [/(ss|x|ch|sh|o)es$/, '$1'],
  [/(?<![oac])uses$/, 'us'],
  [/s$/, ''],
];

/** Names come from documents, each many times; those of a service's values are many, each once. */
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, readonly string[]>();

const singulars = new Map<string, string>();

/** Splits a name of any convention into lower-case words: `bookISBN_code` into book, isbn, code. */
export function words(name: string): readonly string[] {
  return remembered.get(name) ?? remember(remembered, name, splitWords(name));
}

function remember<Value>(map: Map<string, Value>, name: string, value: Value): Value {
  if (map.size >= MAX_REMEMBERED) map.clear();
  map.set(name, value);
  return value;
}

function splitWords(name: string): string[] {
  return name
    .replace(/IDs(?!\p{Ll})/gu, 'Ids')
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** The name of a property at the top of a record, or of its attributes (JSON:API); undefined for one that is deeper. */
export function topName(pointer: string): string | undefined {
  const tokens = parsePointer(pointer);
  const own = tokens[0] === ATTRIBUTES && tokens.length > 1 ? tokens.slice(1) : tokens;
  return own.length === 1 ? own[0] : undefined;
}

/** The name of a relationship, for the identifier of the record that it leads to (JSON:API). */
export function relationshipOf(pointer: string): string | undefined {
  return /^\/relationships\/([^/]+)\/data(?:\/\*)?\/id$/.exec(pointer)?.[1];
}

/** The singular of an English word; a word that is not a plural stays as it is. */
export function singular(word: string): string {
  return singulars.get(word) ?? remember(singulars, word, singularOf(word));
}

function singularOf(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (INVARIANT.has(word) || word.length < 3) return word;
  const rule = ENDINGS.find(([ending]) => ending.test(word));
  return rule ? word.replace(...rule) : word;
}

/** The words with the last one in the singular. */
export function singularWords(list: readonly string[]): string[] {
  return list.map((word, index) => (index === list.length - 1 ? singular(word) : word));
}

/** True if the last word of a name is a plural, e.g. `special-events`. */
export function isPlural(name: string): boolean {
  const last = words(name).at(-1);
  return last !== undefined && singular(last) !== last;
}

/** What names of all conventions have in common: `special-events`, `specialEvent` and `SpecialEvent` give `specialevent`. */
export function nameKey(name: string | readonly string[]): string {
  return singularWords(typeof name === 'string' ? words(name) : name).join('');
}
