import type { JsonObject } from '../../core/model.ts';
import { words } from '../../openapi/resources/names.ts';
import type { PropertySource } from './property-source.ts';

type Maker = (source: PropertySource) => string;

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const PEOPLE = set(
  'user customer author member employee contact person owner patient student teacher driver guest client subscriber ' +
    'creator assignee reviewer admin artist actor player passenger buyer seller recipient sender speaker attendee ' +
    'participant host profile doctor manager agent candidate applicant friend follower colleague doctor nurse pet dog cat',
);
const COMPANIES = set(
  'company organization organisation org vendor supplier brand employer merchant bank business agency manufacturer ' +
    'tenant publisher customeraccount carrier provider',
);
const SHOPS = set('shop store restaurant hotel cafe bar venue');
const PRODUCTS = set('product item sku good listing variant');
const FILMS = set('movie film show series episode video');
const SONGS = set('song track');
const TASKS = set('task todo issue ticket bug story reminder');
const TEXTS = set('post article story news entry page blog comment message');
const DISHES = set('dish recipe meal food');
const CITIES = set('city town');
const CATEGORIES = set('category department section');
const COLORS = set('color colour');

/** Words without a second meaning: Faker's own nouns include illnesses and crimes. */
const ADJECTIVES = (
  'Amber Autumn Bright Calm Clear Coastal Copper Crimson Eastern Emerald Gentle Golden Grand Green Hidden Indigo Little ' +
  'Lucky Misty Northern Open Quiet Rapid Royal Silver Southern Sunny Velvet Violet Western White Wild'
).split(' ');
const NOUNS = (
  'Anchor Arbor Bay Beacon Bridge Canyon Cedar Compass Delta Falcon Forest Garden Harbor Horizon Island Lagoon Lantern ' +
  'Maple Meadow Mill Orchard Peak Pine Prairie River Sail Station Summit Tower Trail Valley Willow'
).split(' ');
const TAGS = (
  'basic classic custom daily draft eco express family featured favorite fresh indoor large limited local mobile modern ' +
  'new online outdoor popular premium private public quick regional sale seasonal small special summer travel winter'
).split(' ');

/** Makes a name or a title for a kind of object; the first that fits. */
const MAKERS: readonly (readonly [kinds: ReadonlySet<string>, make: Maker])[] = [
  [PEOPLE, (source) => fullName(source, '')],
  [COMPANIES, ({ faker }) => faker.company.name()],
  [SHOPS, ({ faker }) => `${faker.person.lastName()}'s ${capitalized(faker.commerce.productAdjective())} Place`],
  [PRODUCTS, productName],
  [set('book novel'), ({ faker }) => faker.book.title()],
  [FILMS, (source) => `The ${anyName(source)}`],
  [SONGS, ({ faker }) => faker.music.songName()],
  [set('album record playlist'), ({ faker }) => faker.music.album()],
  [TASKS, ({ faker }) => `${capitalized(faker.hacker.verb())} the ${faker.hacker.adjective()} ${faker.hacker.noun()}`],
  [TEXTS, ({ faker }) => faker.company.catchPhrase()],
  [DISHES, ({ faker }) => faker.food.dish()],
  [set('ingredient'), ({ faker }) => capitalized(faker.food.ingredient())],
  [CITIES, ({ faker }) => faker.location.city()],
  [set('country'), ({ faker }) => faker.location.country()],
  [set('state region province'), ({ faker }) => faker.location.state()],
  [set('street'), ({ faker }) => faker.location.street()],
  [CATEGORIES, ({ faker }) => faker.commerce.department()],
  [COLORS, ({ faker }) => capitalized(faker.color.human())],
  [set('vehicle car'), ({ faker }) => faker.vehicle.vehicle()],
  [set('language'), ({ faker }) => faker.location.language().name],
  [set('currency'), ({ faker }) => faker.finance.currencyName()],
  [set('job position vacancy'), ({ faker }) => faker.person.jobTitle()],
  [set('tag label keyword topic'), anyTag],
  [set('file document attachment'), ({ faker }) => faker.system.commonFileName()],
  [set('airport'), ({ faker }) => faker.airline.airport().name],
  [set('genre'), ({ faker }) => faker.book.genre()],
];

/** Makes a name for whatever the property belongs to, e.g. a title for a book. */
export function ownName(source: PropertySource): string {
  const found = MAKERS.find(([kinds]) => source.isOwnedBy(kinds));
  return found ? found[1](source) : anyName(source);
}

/** Makes a name for a kind of object. @returns undefined if the kind is unknown */
export function nameOf(kind: string, source: PropertySource): string | undefined {
  const found = MAKERS.find(([kinds]) => kinds.has(kind));
  return found?.[1](source);
}

/** Returns two words that suit most things, such as a team, a room or a project. */
export function anyName({ faker }: PropertySource): string {
  return `${faker.helpers.arrayElement(ADJECTIVES)} ${faker.helpers.arrayElement(NOUNS)}`;
}

/** Faker's own product names have adjectives that nobody would print on a product. */
export function productName({ faker }: PropertySource): string {
  return `${faker.helpers.arrayElement(ADJECTIVES)} ${faker.commerce.productMaterial()} ${faker.commerce.product()}`;
}

/** Returns a name for one of the things that a brand sells. */
export function modelName({ faker }: PropertySource): string {
  return `${faker.helpers.arrayElement(NOUNS)} ${faker.number.int({ min: 10, max: 90 }) * 10}`;
}

export function anyTag({ faker }: PropertySource): string {
  return faker.helpers.arrayElement(TAGS);
}

export function fullName(source: PropertySource, role: string): string {
  const { firstName, lastName } = source.person(role);
  return `${firstName} ${lastName}`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns the text in lower case with hyphens, as in URLs. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const SLUG = /^(url )?slug$/;
const TITLES = /^(name|title|headline|label)$/;

/** The slug of what an object is called. @returns undefined if the property is none, or the object has no name */
export function slugIn(name: string, object: JsonObject): string | undefined {
  if (!SLUG.test(words(name).join(' '))) return undefined;
  const title = Object.entries(object).find(([each, value]) => TITLES.test(each) && typeof value === 'string');
  const text = slug(String(title?.[1] ?? ''));
  return text === '' ? undefined : text;
}
