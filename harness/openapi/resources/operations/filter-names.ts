import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import type { SchemaProperty } from '../model.ts';
import { topName, words } from '../names.ts';
import type { Selector } from './selectors.ts';

/** How a filter compares the property that its name has: for a lower or an upper bound, or for a part of a text; `own` as the property is. */
export type FilterKind = 'own' | 'least' | 'most' | 'part';

/** A way to read the name of a filter. */
export interface FilterReading {
  readonly kind: FilterKind;
  /** The name of the property, as `price` in `min_price`. */
  readonly property: string;
}

const KINDS: readonly (readonly [kind: FilterKind, words: ReadonlySet<string>])[] = [
  ['least', new Set(['min', 'minimum', 'from', 'gte', 'gt', 'since', 'after'])],
  ['most', new Set(['max', 'maximum', 'to', 'lte', 'lt', 'until', 'before'])],
  ['part', new Set(['contains', 'icontains', 'containing', 'includes', 'like', 'ilike'])],
];

/** `q`, `search`, `search_term`, `keywords`, `filter[search]`. */
const SEARCH = /^(filter )?(q|query|search|keywords?|full ?text|search ?(query|terms?|text|string|phrase|keywords?))$/;

/** True for the name of a text that is searched for in whatever properties. */
export function isSearchParameter(name: string): boolean {
  return SEARCH.test(words(name).join(' '));
}

/** `filter[price][gte]`. */
const IN_FILTER = /^filters?\[([^\][]+)\](?:\[([^\][]+)\])?$/i;

/** Reads `status`, `filter[status]`, `min_price`, `priceTo` and `name_contains`; the first reading that names a property is meant. */
export function filterReadings(selector: string): FilterReading[] {
  const name = selector.replace(IN_FILTER, (_, own: string, operator = '') =>
    operator === 'eq' ? own : `${own}_${operator}`,
  );
  const parts = words(name);
  const kindOf = (word: string | undefined) => KINDS.find(([, known]) => word !== undefined && known.has(word))?.[0];
  const ends = [[parts.at(0), parts.slice(1)] as const, [parts.at(-1), parts.slice(0, -1)] as const];
  const bounded = ends.flatMap(([word, rest]): FilterReading[] => {
    const kind = kindOf(word);
    return kind === undefined || rest.length === 0 ? [] : [{ kind, property: rest.join('_') }];
  });
  return [{ kind: 'own', property: name }, ...bounded];
}

const HIDING = /^(archived|deleted|removed|trashed|hidden|unlisted)$/;

/** True for a switch that stands for records which are not shown with the others: `archived`, `isDeleted`. */
export function isHidingName(name: string): boolean {
  return HIDING.test(switchName(name));
}

/** The flag that a switch such as `archived` selects by although it is called `isArchived`, or the other way round. */
export function flagOf(
  document: OpenApiDocument,
  { name, schema }: Pick<Selector, 'name' | 'schema'>,
  properties: readonly SchemaProperty[],
): SchemaProperty | undefined {
  const isFlag = (types: readonly string[]) => types.every((type) => type === 'boolean' || type === 'null');
  if (schema === undefined || !isFlag(effectiveSchema(document, schema, 'request').types)) return undefined;
  const own = switchName(name);
  return properties.find(
    ({ pointer, types }) => isFlag(types) && switchName(topName(pointer) ?? '') === own && own !== '',
  );
}

/** `archived` of `isArchived`. */
function switchName(name: string): string {
  const parts = words(name);
  return (parts[0] === 'is' ? parts.slice(1) : parts).join(' ');
}
