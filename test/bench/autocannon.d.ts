/** The part of autocannon 8 that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  namespace autocannon {
    interface LoadRequest {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      /** Called before each request; gives the one to send. */
      setupRequest?(request: LoadRequest): LoadRequest;
    }

    interface LoadOptions {
      readonly url: string;
      readonly connections: number;
      /** Seconds. */
      readonly duration?: number;
      /** Requests in all, instead of a duration. */
      readonly amount?: number;
      readonly requests: readonly LoadRequest[];
    }

    interface LoadResult {
      readonly requests: { readonly average: number; readonly total: number };
      /** Milliseconds. */
      readonly latency: { readonly average: number; readonly p50: number; readonly p99: number };
      readonly errors: number;
      readonly timeouts: number;
      readonly '2xx': number;
      readonly '4xx': number;
      readonly '5xx': number;
      readonly non2xx: number;
    }
  }

  function autocannon(options: autocannon.LoadOptions): Promise<autocannon.LoadResult>;
  export = autocannon;
}
