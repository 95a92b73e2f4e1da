import type { JsonValue } from '../../../core/model.ts';
import { originOf, type ReceivedRequest } from '../../../core/received-request.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { splitQuery } from '../../../openapi/parameters/percent-decoding.ts';
import { headerFact } from '../../../openapi/resources/operations/page-places.ts';
import type { NegotiatedResponse } from '../../prism/negotiated-response.ts';
import { dropInvalidHeaders, type Headers, overrideHeaders } from '../../respond/response-headers.ts';
import type { MockResponse } from '../../types.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { ListView } from '../response-views.ts';
import type { WorldOperation } from '../world.ts';
import type { ListPage } from './list-page.ts';
import { factValues, type PageUrls } from './list-projection.ts';
import type { SentSelection } from './paging-parameters.ts';

/** A request for a list, and the records that it may show. */
export interface ListCall extends WorldOperation, SentSelection {
  readonly request: ReceivedRequest;
  readonly records: readonly StoredRecord[];
  /** The key of the user whose list it is; undefined if it is the same for all. */
  readonly owner: string | undefined;
  /** True for a list whose length the request prefers: nothing selects from it, and it is not kept. */
  readonly isSized: boolean;
}

/** The responses of one kind since the records last changed, by the target of the request. */
interface CachedLists {
  readonly version: number;
  readonly responses: Map<string, MockResponse>;
}

const MAX_CACHED_BYTES = 8 * 1024 * 1024;
/** What a response takes besides its body. */
const RESPONSE_BYTES = 1024;

/** Responds to requests for lists: selected, sorted, in pages; the latest responses are kept until a record changes. */
export class ListResponder {
  private readonly contract: Contract;
  private readonly cache = new Map<NegotiatedResponse, CachedLists>();
  private cachedBytes = 0;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  respond(call: ListCall, view: ListView, negotiated: NegotiatedResponse): MockResponse {
    const { request, types } = call;
    if (call.body !== undefined || call.isSized) return this.create(call, view, negotiated);
    // URLs of other pages have the name of the host.
    const key = `${request.headers['host']}${request.path}?${request.query}#${call.owner ?? ''}`;
    const { responses } = this.cacheOf(negotiated, types.store.version);
    const cached = responses.get(key);
    if (cached) return cached;
    const response = this.create(call, view, negotiated);
    this.cachedBytes += response.body.length + RESPONSE_BYTES;
    if (this.cachedBytes > MAX_CACHED_BYTES) this.forget();
    else responses.set(key, response);
    return response;
  }

  private cacheOf(negotiated: NegotiatedResponse, version: number): CachedLists {
    const known = this.cache.get(negotiated);
    if (known?.version === version) return known;
    const cache = { version, responses: new Map<string, MockResponse>() };
    this.cache.set(negotiated, cache);
    return cache;
  }

  private forget(): void {
    this.cache.clear();
    this.cachedBytes = 0;
  }

  private create(call: ListCall, view: ListView, negotiated: NegotiatedResponse): MockResponse {
    const { status, headers, bytes } = negotiated;
    const { query, pager, projection, isJson } = view;
    const selected = call.isSized ? call.records : query.select(call.records, call);
    // A document that forbids short lists leaves no room for a selection.
    const chosen = selected.length >= projection.minItems ? selected : call.records;
    const page = pager.page(chosen, call);
    const urls = pageUrls(call, page, pager.positionName(call));
    const whole = { status, headers: this.headers(call, page, urls, headers, status) };
    if (isJson) {
      const text = projection.text(page, urls);
      return { ...whole, body: text === undefined ? bytes : Buffer.from(text) };
    }
    const body = projection.body(page, urls);
    return { ...whole, body: body === undefined ? bytes : negotiated.write(body) };
  }

  /** The declared headers that describe the page: its links (RFC 8288), and the number of records. */
  private headers({ operation }: ListCall, page: ListPage, urls: PageUrls, headers: Headers, status: number): Headers {
    const spec = operation.operation.response(status);
    const made: [string, string][] = [];
    const declared = (name: string) => spec?.headers.find((each) => each.name.toLowerCase() === name);
    for (const { name } of spec?.headers ?? []) {
      const fact = headerFact(name);
      if (fact === 'total') made.push([name.toLowerCase(), totalText(name, page)]);
      else if (fact) made.push([name.toLowerCase(), String(factValues({ kind: fact, at: '' }, page, urls)[0])]);
    }
    const link = declared('link');
    if (link) made.push(['link', linkText(urls)]);
    const dropped = link && !link.required && linkText(urls) === '';
    const others = dropped ? headers.filter(([name]) => name !== 'link') : headers;
    const own = made.filter(([name, value]) => name !== 'link' || value !== '');
    if (own.length === 0) return others;
    return overrideHeaders(others, dropInvalidHeaders(this.contract, spec, own));
  }
}

function totalText(name: string, { total, offset, records }: ListPage): string {
  if (!/range/i.test(name)) return String(total);
  return records.length === 0 ? `items */${total}` : `items ${offset}-${offset + records.length - 1}/${total}`;
}

function linkText({ next, previous }: PageUrls): string {
  const links = [
    ...(next === undefined ? [] : [`<${next}>; rel="next"`]),
    ...(previous === undefined ? [] : [`<${previous}>; rel="prev"`]),
  ];
  return links.join(', ');
}

function pageUrls({ request }: ListCall, { next, previous, last }: ListPage, position: string | undefined): PageUrls {
  const origin = request.headers['host'] === undefined ? '' : originOf(request);
  const base = `${origin}${request.path}`;
  const at = (value: JsonValue | undefined) => {
    const others = splitQuery(request.query).filter(([name]) => name !== position);
    const pairs = others.map(([name, text]) => `${encodeURIComponent(name)}=${text}`);
    if (value !== undefined) pairs.push(`${encodeURIComponent(position ?? '')}=${encodeURIComponent(String(value))}`);
    return pairs.length === 0 ? base : `${base}?${pairs.join('&')}`;
  };
  const atPage = (value: JsonValue | undefined) =>
    value === undefined || position === undefined ? undefined : at(value);
  return {
    get self() {
      return request.query === '' ? base : `${base}?${request.query}`;
    },
    get first() {
      return at(undefined);
    },
    get last() {
      return atPage(last);
    },
    get next() {
      return atPage(next);
    },
    get previous() {
      return atPage(previous);
    },
  };
}
