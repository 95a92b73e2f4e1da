import { stringifyJson } from '../../../core/json/index.ts';
import { getAt, hasParent, removeAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { SchemaRepair } from '../../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { words } from '../../../openapi/resources/names.ts';
import type { PageFact, Paging } from '../../../openapi/resources/operations/page-facts.ts';
import { effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { isRequiredAt, schemasAt } from '../../../openapi/schema/schemas-at.ts';
import { averageValues, type ListAverage } from '../averages.ts';
import type { RecordProjection } from '../record-projection.ts';
import { isMadeUpUrl } from '../records/record-links.ts';
import { type Outcome, outcomesIn, outcomeValues } from './creation-outcome.ts';
import { type LinkList, linkListIn, linkListValues } from './link-lists.ts';
import type { ListPage } from './list-page.ts';

/** Marks the place of the items; a noncharacter, which no document has. */
const ITEMS = '\uFDD2';

export interface ListContext {
  readonly contract: Contract;
  readonly repair: SchemaRepair;
  readonly paging: Paging | undefined;
  /** The schema of the whole body, and a body that is an example of it. */
  readonly schema: string;
  readonly example: JsonValue;
  /** JSON Pointer of the array of items. */
  readonly items: string;
  readonly projection: RecordProjection;
  /** True if the projection validates items, so that a long list need not be validated whole. */
  readonly hasValidItems: boolean;
  /** What it says beside the list of the numbers in the records. */
  readonly averages: readonly ListAverage[];
  /** True if the records were created by the request. */
  readonly isCreation: boolean;
}

/** URLs of the pages around one, as far as the document has a place for them. */
export interface PageUrls {
  readonly self: string;
  readonly first: string;
  /** Undefined if it cannot be named, as a cursor. */
  readonly last: string | undefined;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

/** Shows the pages of a list as one media type of a response has them, always valid. */
export class ListProjection {
  /** The greatest number of items that the schema allows. */
  readonly maxItems: number;
  readonly minItems: number;
  private readonly context: ListContext;
  private readonly isPlain: boolean;
  private readonly places = new Map<string, FoundProperty>();
  private readonly outcomes: readonly Outcome[];
  private readonly links: LinkList | undefined;

  constructor(context: ListContext) {
    this.context = context;
    const { contract, schema, items } = context;
    const array = arrayAt(contract.document, schema, items);
    const keyword = (name: string) => array && firstKeyword(array, name);
    this.maxItems = Number(keyword('maxItems') ?? Number.POSITIVE_INFINITY);
    this.minItems = Number(keyword('minItems') ?? 0);
    this.outcomes = context.isCreation ? outcomesIn(context.example, items) : [];
    this.links = linkListIn(context.example, items);
    this.isPlain =
      context.hasValidItems &&
      array !== undefined &&
      array.prefixItems.length === 0 &&
      ['contains', 'uniqueItems', 'unevaluatedItems'].every((name) => keyword(name) === undefined);
  }

  /** True if the cursor of the next page can only be shown as a number, whatever the query parameter is. */
  get takesNumericCursor(): boolean {
    const { contract, paging, schema } = this.context;
    if (paging?.next?.in !== 'body' || paging.next.kind === 'url') return false;
    const { schemas } = propertyAt(contract.document, schema, paging.next.at);
    const accepts = (value: JsonValue) => schemas.every((each) => contract.schemas.accepts(each, value, 'response'));
    return !accepts('next') && accepts(1);
  }

  /** Returns the JSON text of a page. @returns undefined if no valid page could be made */
  text(page: ListPage, urls: PageUrls): string | undefined {
    const { projection, items, contract, schema } = this.context;
    if (!this.isPlain || page.records.length < this.minItems) {
      const body = this.body(page, urls);
      return body === undefined ? undefined : stringifyJson(body);
    }
    const around = this.around(
      page,
      urls,
      // Each item is valid by itself; the first one stands for them in the list.
      page.records.slice(0, 1).map((each) => projection.show(each)),
    );
    if (!contract.schemas.accepts(schema, around, 'response')) {
      const body = this.body(page, urls);
      return body === undefined ? undefined : stringifyJson(body);
    }
    const [before = '', after = ''] =
      items === '' ? ['', ''] : stringifyJson(replaceAt(around, items, ITEMS)).split(`"${ITEMS}"`);
    return `${before}[${page.records.map((record) => projection.text(record)).join(',')}]${after}`;
  }

  /** Returns a page as JSON. @returns undefined if no valid page could be made */
  body(page: ListPage, urls: PageUrls): JsonValue | undefined {
    const { contract, schema, repair, projection } = this.context;
    const body = this.around(
      page,
      urls,
      page.records.map((record) => projection.show(record)),
    );
    if (contract.schemas.accepts(schema, body, 'response')) return body;
    const repaired = repair.nearest(schema, body);
    return repaired !== undefined && contract.schemas.accepts(schema, repaired, 'response') ? repaired : undefined;
  }

  /** The example with these items, and with the facts about the page. */
  private around(page: ListPage, urls: PageUrls, shown: readonly JsonValue[]): JsonValue {
    const { example, items, paging } = this.context;
    if (items === '') return [...shown];
    let body = this.withLinks(replaceAt(example, items, [...shown]), urls);
    if (this.links) body = this.set(body, this.links.at, linkListValues(this.links, urls));
    for (const average of this.context.averages) body = this.set(body, average.at, averageValues(average, page.all));
    if (!paging) return body;
    if (paging.total?.in === 'body') body = this.set(body, paging.total.at, [page.total]);
    if (paging.next?.in === 'body') {
      const next = paging.next.kind === 'url' ? urls.next : page.next;
      // A made-up cursor would lead to the same page for ever.
      body = this.set(body, paging.next.at, next === undefined ? NOTHING : [next, String(next), ...NOTHING]);
    }
    for (const fact of paging.facts) body = this.set(body, fact.at, factValues(fact, page, urls));
    for (const outcome of this.outcomes) body = this.set(body, outcome.at, outcomeValues(outcome, page.records.length));
    return body;
  }

  /** The body with the links of the page, in a map whose names the document leaves open, as HAL has them. */
  private withLinks(body: JsonValue, { self, first, previous: prev, next, last }: PageUrls): JsonValue {
    const at = MAPS.find((each) => isMadeUpUrl(getAt(body, `${each}/self/href`)));
    if (at === undefined) return body;
    const links = Object.entries({ self, ...(this.context.paging && { first, prev, next, last }) });
    const known = links.flatMap(([name, href]) => (href === undefined ? [] : [[name, { href }] as const]));
    return this.set(body, at, [Object.fromEntries(known), { self: { href: self } }]);
  }

  /** The body with the first of some values that is valid there; undefined stands for none. */
  private set(body: JsonValue, pointer: string, values: readonly (JsonValue | undefined)[]): JsonValue {
    const { document, schemas } = this.context.contract;
    if (!hasParent(body, pointer)) return body;
    const found = this.places.get(pointer) ?? propertyAt(document, this.context.schema, pointer);
    this.places.set(pointer, found);
    for (const value of values) {
      if (value !== undefined && found.schemas.every((schema) => schemas.accepts(schema, value, 'response')))
        return replaceAt(body, pointer, value);
      if (value === undefined && !found.isRequired)
        return getAt(body, pointer) === undefined ? body : removeAt(body, pointer);
    }
    return body;
  }
}

const MAPS = ['/_links', '/links'];

/** How the end of a list is shown, best first. */
const NOTHING: readonly (JsonValue | undefined)[] = [null, undefined, '', false, 0];

/** What a page says of itself, best first. */
export function factValues({ kind, at }: PageFact, page: ListPage, urls: PageUrls): readonly (JsonValue | undefined)[] {
  switch (kind) {
    case 'total':
      return [page.total];
    case 'size':
      return [page.size, Math.max(1, page.records.length)];
    case 'offset':
      return [page.start];
    case 'page':
      return [page.number];
    case 'pages':
      // A list without items has a last page, too.
      return [words(at).includes('last') ? Math.max(1, page.pages) : page.pages, 1];
    case 'count':
      return [page.records.length];
    case 'more':
      return [page.next !== undefined];
    case 'end':
      return [page.next === undefined];
    case 'begin':
      return [page.offset === 0];
    case 'empty':
      return [page.records.length === 0];
    case 'previous':
      return page.previous === undefined ? NOTHING : [urls.previous, page.previous, String(page.previous)];
    case 'previous-cursor':
      return page.previous === undefined ? NOTHING : [page.previous, String(page.previous), urls.previous];
    case 'next':
      return page.next === undefined ? NOTHING : [urls.next, page.next, String(page.next)];
    case 'next-cursor':
      return page.next === undefined ? NOTHING : [page.next, String(page.next), urls.next];
    case 'self':
      return [urls.self];
    case 'self-cursor':
      return page.position === undefined ? NOTHING : [page.position, String(page.position)];
    case 'first':
      return [urls.first];
    case 'last':
      return urls.last === undefined ? NOTHING : [urls.last];
  }
}

interface FoundProperty {
  readonly schemas: readonly string[];
  readonly isRequired: boolean;
}

/** The schemas of a property of the body, by its pointer. */
function propertyAt(document: OpenApiDocument, whole: string, pointer: string): FoundProperty {
  const place = { whole, pointer, direction: 'response' } as const;
  return { schemas: schemasAt(document, place), isRequired: isRequiredAt(document, place) === true };
}

/** The schema of the items of a list. @returns undefined if it is in several parts */
export function itemSchemaOf(document: OpenApiDocument, whole: string, items: string): string | undefined {
  return arrayAt(document, whole, items)?.items;
}

function arrayAt(document: OpenApiDocument, whole: string, items: string) {
  const [schema, ...others] = schemasAt(document, { whole, pointer: items, direction: 'response' });
  return schema === undefined || others.length > 0 ? undefined : effectiveSchema(document, schema, 'response');
}
