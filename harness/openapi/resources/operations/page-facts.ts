/** How a list is read in pages. */
export interface Paging {
  /** By `after`, a page begins after the record that has an identifier, as in `starting_after`. */
  readonly style: 'offset' | 'page' | 'cursor' | 'after' | 'none';
  /** Where `size` and `position` are: names of query parameters, or JSON Pointers in the body of a search. */
  readonly in: 'query' | 'body';
  readonly size: string | undefined;
  /** What selects the page. */
  readonly position: string | undefined;
  /** First value of `position`; undefined for a cursor or an identifier. */
  readonly first: number | undefined;
  /** JSON Pointer of the array of items. */
  readonly items: string;
  /** Where the number of all items is: a JSON Pointer, or the name of a header. */
  readonly total: Total | undefined;
  readonly next: NextPage | undefined;
  /** Further properties that describe the page. */
  readonly facts: readonly PageFact[];
}

/** Where the next page is named: a cursor or a URL. */
export interface NextPage {
  readonly in: 'body' | 'header';
  readonly at: string;
  readonly kind: 'cursor' | 'url';
  /** True if the document says that the last page names none. */
  readonly ends: boolean;
  /** True if the document says that a page which is named has records, so that a full last one names none. */
  readonly hasRecords: boolean;
}

export interface Total {
  readonly in: 'body' | 'header';
  readonly at: string;
  /** True for a name such as `count`, which may be the number of items on the page as well. */
  readonly isAmbiguous: boolean;
}

/** A property of the body of a list that describes the page. */
export interface PageFact {
  readonly kind:
    | 'total'
    | 'size'
    | 'offset'
    | 'page'
    | 'pages'
    | 'count'
    | 'more'
    | 'end'
    | 'begin'
    | 'empty'
    | 'previous'
    | 'previous-cursor'
    /** As {@link Paging.next}, where the body names the next page in several places. */
    | 'next'
    | 'next-cursor'
    | 'self'
    | 'self-cursor'
    | 'first'
    | 'last';
  /** JSON Pointer in the body. */
  readonly at: string;
}
