import type { HttpRequest, HttpResponse, JsonObject, TransportError } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';

type Awaitable<T> = T | Promise<T>;

/** Functions of the user that are called during a run. An error in one of them ends the run. */
export interface Hooks {
  /** Called once the service is reachable, before the first request: to seed a database, or to log in. */
  readonly beforeRun?: (run: HookRun) => Awaitable<RunPreparation | undefined>;
  /** Called before each request; what it returns replaces parts of the request, e.g. to sign it. */
  readonly beforeRequest?: (request: HookRequest) => Awaitable<RequestChange | undefined>;
  /** Called after each response, or after the error in its place. */
  readonly afterResponse?: (exchange: HookExchange) => Awaitable<void>;
  /** Called at the end, also after an error, then without a report. */
  readonly afterRun?: (end: { readonly report: Report | undefined }) => Awaitable<void>;
}

/** The run that is about to begin. */
export interface HookRun {
  /** Base URL of the service. */
  readonly target: string;
  /** Aborted if the run ends early. */
  readonly signal: AbortSignal;
}

/** What a run uses from `beforeRun`. */
export interface RunPreparation {
  /** Known values, as the option `values`. */
  readonly values?: JsonObject;
  /** Sent with every request, e.g. `Authorization`; the values are masked in reports. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is about to be sent. */
export interface HookRequest extends HttpRequest {
  readonly url: string;
  /** Its operationId, or `METHOD /path`; undefined for a request to no operation. */
  readonly operation: string | undefined;
}

/** What replaces parts of a request; absent parts stay. */
export interface RequestChange {
  /** Headers to set, in any letter case; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Request target below the base URL, with its query. */
  readonly path?: string;
  readonly body?: string | Uint8Array;
}

/** A request as it was sent, and what came back. */
export interface HookExchange {
  readonly request: HookRequest;
  readonly response: HttpResponse | TransportError;
}

/**
 * Returns hooks as they are; for their types in a module.
 * @example
 * // contract.hooks.mjs
 * import { defineHooks } from 'contract-harness';
 * export default defineHooks({
 *   beforeRequest: ({ body }) => ({ headers: { 'X-Signature': sign(body) } }),
 * });
 */
export function defineHooks(hooks: Hooks): Hooks {
  return hooks;
}

/** The names of all hooks. */
export const HOOK_NAMES = ['beforeRun', 'beforeRequest', 'afterResponse', 'afterRun'] as const;
export type HookName = (typeof HOOK_NAMES)[number];
