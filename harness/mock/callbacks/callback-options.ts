import { UsageError } from '../../core/errors.ts';
import type { HttpRequest } from '../../core/model.ts';

/** How a mock sends callbacks. */
export interface CallbackOptions {
  /** Milliseconds between a response and its callbacks; default 0. */
  readonly delay?: number | undefined;
  /** How often a callback is sent again if there is no response, 429 or 5xx; default 2. */
  readonly retries?: number | undefined;
  /** Hosts beside this machine that may receive callbacks: `name` or `name:port`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** URL that receives the webhooks of the document. */
  readonly webhookUrl?: string | undefined;
  /** Changes a request each time before it is sent, e.g. adds a signature. */
  readonly prepare?: ((request: HttpRequest, url: string) => HttpRequest | Promise<HttpRequest>) | undefined;
}

/** {@link CallbackOptions} with everything present. */
export interface CallbackSettings {
  readonly delayMs: number;
  readonly retries: number;
  readonly allowedHosts: readonly string[];
  readonly webhookUrl: string | undefined;
  readonly prepare: NonNullable<CallbackOptions['prepare']>;
}

const DEFAULT_RETRIES = 2;

/** @throws {UsageError} for a negative number and an unknown name */
export function resolveCallbackOptions(options: CallbackOptions): CallbackSettings {
  const {
    delay = 0,
    retries = DEFAULT_RETRIES,
    allowedHosts = [],
    webhookUrl,
    prepare = (request) => request,
    ...others
  } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new UsageError(
      `Unknown option ${unknown} of callbacks. Known: delay, retries, allowedHosts, webhookUrl, prepare`,
    );
  for (const [name, value] of Object.entries({ delay, retries }))
    if (!(value >= 0)) throw new UsageError(`callbacks.${name} must not be negative, but is ${value}`);
  return { delayMs: delay, retries, allowedHosts: allowedHosts.map((host) => host.toLowerCase()), webhookUrl, prepare };
}
