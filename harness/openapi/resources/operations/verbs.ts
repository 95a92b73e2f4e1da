import type { Operation } from '../../../core/model.ts';
import { nameKey, words } from '../names.ts';

/** First words of path segments that name what is done, not a resource. */
const VERBS = new Set([
  ...[
    'login',
    'logout',
    'signin',
    'signout',
    'signup',
    'authenticate',
    'authorize',
    'auth',
    'token',
    'oauth',
    'refresh',
  ],
  ...['search', 'find', 'query', 'filter', 'lookup', 'count', 'export', 'import', 'upload', 'download', 'validate'],
  ...['verify', 'check', 'health', 'healthz', 'ping', 'status', 'ready', 'live', 'version', 'metrics', 'batch', 'bulk'],
  ...['create', 'update', 'delete', 'remove', 'add', 'get', 'list', 'cancel', 'send', 'reset', 'sync', 'by'],
]);
/** Path segments that stand for one record of whoever is logged in, or of the whole service. */
const SINGLETONS = new Set([
  ...['me', 'self', 'myself', 'current', 'profile', 'account', 'settings', 'setting', 'preferences', 'config'],
  ...['configuration', 'currentuser', 'whoami', 'session', 'user', 'viewer'],
]);
const CARTS = new Set(['cart', 'basket', 'shoppingcart', 'shoppingbasket']);
const SESSIONS = new Set(['session', 'sessions', 'token', 'tokens', 'auth', 'login', 'currentsession']);
const ACCOUNTS = new Set(['me', 'self', 'myself', 'current', 'account', 'profile', 'user', 'currentuser', 'viewer']);

export function isVerb(segment: string): boolean {
  const [first] = words(segment);
  return first !== undefined && VERBS.has(first);
}

export function isSingletonName(segment: string): boolean {
  return SINGLETONS.has(words(segment).join('')) || isCartName(segment);
}

/** True for a segment that stands for what somebody is about to buy. */
export function isCartName(segment: string): boolean {
  return CARTS.has(words(segment).join(''));
}

export function isSessionName(segment: string): boolean {
  return SESSIONS.has(words(segment).join(''));
}

/** True for a segment before all names: of the whole API, or one of its versions. */
export function isPrefix(segment: string): boolean {
  return /^(api|rest|v\d+)?$/i.test(segment);
}

/** True for a singleton that stands for the account of whoever is logged in. */
export function isAccountName(segment: string): boolean {
  return ACCOUNTS.has(words(segment).join(''));
}

/** What a record is after an action, where the verb does not tell by its ending. */
export const IRREGULAR_PARTICIPLES: ReadonlyMap<string, string> = new Map([
  ['pay', 'paid'],
  ['send', 'sent'],
  ['hide', 'hidden'],
  ['freeze', 'frozen'],
  ['withdraw', 'withdrawn'],
  ['begin', 'begun'],
  ['sell', 'sold'],
  ['hold', 'held'],
  ['lose', 'lost'],
]);

/**
 * What an action is called: `cancel` in `/orders/{id}/cancel`, `/orders/{id}:cancel` and `/orders.cancel`; nothing if the path ends with a
 * parameter.
 */
export function actionWords(path: string): readonly string[] {
  const last = path.split('/').at(-1) ?? '';
  const name = /[^:.]*(\.json)?$/.exec(last)?.[0] ?? last;
  return name.endsWith('}') ? [] : words(name);
}

/** `cancel` gives canceled and cancelled, `stop` stopped, `archive` archived, `apply` applied, `activate` activated and active. */
export function participles(verb: string): string[] {
  const irregular = IRREGULAR_PARTICIPLES.get(verb);
  if (irregular !== undefined) return [irregular];
  if (verb.endsWith('ate')) return [`${verb}d`, verb.replace(/ate$/, 'e')];
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  const [plain, doubled] = [`${verb}ed`, `${verb}${verb.at(-1)}ed`];
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) ? [doubled, plain] : [plain, doubled];
}

const COPYING = new Set(['copy', 'clone', 'duplicate', 'fork']);

/** True for `POST /orders/{id}/duplicate` and `/invoices/{id}/create-from-draft`, which make another record of one. */
export function makesCopy({ method, path }: Operation, resource: readonly string[]): boolean {
  const [first = '', ...others] = method === 'POST' ? actionWords(path) : [];
  if (first === 'create') return others[0] === 'from' && others.length > 1;
  return COPYING.has(first) && (others.length === 0 || nameKey(others) === nameKey(resource));
}
