/** Names by which parameters and properties select or describe a page, in one word of small letters. */

export const SIZE = new Set([
  ...['limit', 'size', 'perpage', 'pagesize', 'pagelimit', 'maxresults', 'maxitems', 'top', 'take', 'first', 'rows'],
  ...['count', 'itemsperpage', 'resultsperpage', 'numresults'],
]);
export const OFFSET = new Set(['offset', 'skip', 'start', 'startindex', 'from', 'pageoffset']);
/** What selects a range by time or value rather than a page, beside the other end of it. */
export const RANGE_ENDS: ReadonlyMap<string, string> = new Map([
  ['start', 'end'],
  ['from', 'to'],
]);
export const PAGE = new Set(['page', 'pagenumber', 'pageindex', 'pageno', 'pagenum', 'p', 'currentpage']);
export const CURSOR = new Set([
  ...['cursor', 'after', 'pagetoken', 'nexttoken', 'continuation', 'continuationtoken'],
  ...['pagecursor', 'pageafter', 'nextcursor', 'nextpagetoken', 'skiptoken', 'iterator'],
]);
export const AFTER = new Set(['startingafter', 'startafter', 'sinceid', 'marker']);
export const TOTAL = new Set([
  ...[
    'total',
    'totalcount',
    'count',
    'totalitems',
    'totalresults',
    'totalelements',
    'totalrecords',
    'totalsize',
    'itemcount',
  ],
  ...['resultcount', 'recordcount', 'odatacount', 'hydratotalitems', 'numfound', 'itemstotal', 'resultstotal'],
  ...['elementstotal', 'totalentries', 'totalrows', 'totalhits', 'totalitemcount', 'totalresultcount'],
]);
export const NEXT =
  /^(?:next(?:page)?(?:cursor|token|marker|iterator|link|url|uri|href)?|cursor|endcursor|continuationtoken|odatanextlink|after|iterator)$/;
export const NEXT_URL = /^next$|^next(?:page)?(?:link|url|uri|href)$|odatanextlink/;
/** Objects beside the items that are about the page. */
export const PAGE_OBJECTS = new Set([
  ...['meta', 'metadata', 'link', 'links', 'paging', 'pagination', 'page', 'pageinfo', 'cursors', 'responsemetadata'],
  'pageable',
]);
export const PAGES = new Set([
  ...['pages', 'pagecount', 'totalpages', 'pagetotal', 'pagestotal', 'lastpage', 'numberofpages', 'numpages'],
]);
export const COUNT = new Set([
  ...['count', 'itemcount', 'resultcount', 'pagelength', 'currentitemcount', 'numberofelements', 'returnedresults'],
  ...['currentpageitems', 'itemsonpage'],
]);
/** Of a list, these are numbers of what the request selects. */
export const SELECTED = /^(total)?(filter(ed)?|match(es|ed|ing)?|found)(count|total|items|results|records)$/;
export const MORE = new Set(['more', 'hasmore', 'hasnext', 'hasnextpage', 'ismore', 'istruncated', 'incomplete']);
/** Flags of the last page, as `last` of Spring. */
export const END = new Set(['done', 'last', 'islast', 'islastpage', 'lastpage', 'finished', 'endoflist', 'eof']);
export const BEGIN = new Set(['first', 'isfirst', 'isfirstpage', 'firstpage']);
export const PREVIOUS = /^prev(?:ious)?(?:page)?(?:link|url|uri|href)?$/;
export const PREVIOUS_CURSOR = /^prev(?:ious)?(?:page)?(?:cursor|token|marker|iterator)$|^before$/;
export const CURRENT_CURSOR = /^current(?:page)?(?:cursor|token|marker|iterator)$/;
/** In an object named so, `next` is a cursor. */
export const CURSOR_OBJECTS = new Set(['cursors', 'cursor']);
export const FIRST = /^first(?:page)?(?:link|url|uri|href)?$/;
export const LAST = /^last(?:page)?(?:link|url|uri|href)?$/;
export const SELF = new Set(['self', 'href', 'selflink', 'selfurl']);
export const CURRENT = /^current(?:page)?(?:link|url|uri|href)?$/;
export const TOTAL_HEADERS = new Set(['xtotalcount', 'xtotal', 'totalcount', 'contentrange', 'xpaginationtotalcount']);
