/** Headers as a map, as `Headers`, or as a list of names and values. */
export type ObservedHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | number | undefined>>;

/** A request that was sent. */
export interface ObservedRequest {
  readonly method: string;
  /** A URL, or a path; with its query. Default: the URL of the response, if it has one. */
  readonly url?: string | undefined;
  readonly headers?: ObservedHeaders | undefined;
  readonly body?: string | Uint8Array | ArrayBuffer | URLSearchParams | undefined;
}

/** A response whose body was read, before any parsing. */
export interface ObservedResponse {
  readonly status: number;
  readonly headers: ObservedHeaders;
  readonly body: string | Uint8Array | ArrayBuffer;
}

/** A request and its response. */
export interface ObservedExchange {
  readonly request: ObservedRequest;
  readonly response: ObservedResponse;
}

/** A response of fetch. Its body must not have been read; it is copied, and can be read afterwards. */
export type FetchResponse = Pick<Response, 'status' | 'headers' | 'url' | 'bodyUsed' | 'clone'>;

/** A response of the request API of Playwright. */
export interface PlaywrightResponse {
  status(): number;
  url(): string;
  headersArray(): { readonly name: string; readonly value: string }[];
  body(): Promise<Uint8Array>;
}

/** A response of `request()` of undici. Its body is read. */
export interface UndiciResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly bodyUsed: boolean; arrayBuffer(): Promise<ArrayBuffer> };
}

/** A response of supertest or superagent, which has its request. */
export interface SupertestResponse {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
  readonly body: unknown;
}

/** A response of axios, which has its request. Numbers of a parsed body may have lost digits. */
export interface AxiosLikeResponse {
  readonly status: number;
  readonly headers: object;
  readonly data: unknown;
  readonly config: object;
}

/** A response whose body is there. */
export type ReadResponse = ObservedResponse | SupertestResponse | AxiosLikeResponse;

/** A response whose body has yet to be read. */
export type UnreadResponse = FetchResponse | PlaywrightResponse | UndiciResponse;
