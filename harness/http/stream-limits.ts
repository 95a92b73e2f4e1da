import { parseMediaType, streamFormatOf } from '../openapi/media-type.ts';
import { ItemCounter } from '../openapi/streams/item-counter.ts';

/** How much of a stream is read. */
export interface StreamLimits {
  readonly maxItems: number;
  readonly maxBytes: number;
  /** From the headers of the response on. */
  readonly maxTimeMs: number;
}

export const DEFAULT_STREAM_LIMITS: StreamLimits = { maxItems: 20, maxBytes: 1024 * 1024, maxTimeMs: 2000 };

/** Streams of a path that are read for the whole time; a stream that never ends would take it for each of many requests. */
const FULL_READS = 2;
const LATER_SHARE = 0.1;
const MAX_PATHS = 1000;

/** How long the streams of a service are read. */
export class StreamPatience {
  private readonly limits: StreamLimits;
  private readonly timeouts = new Map<string, number>();

  constructor(limits: StreamLimits) {
    this.limits = limits;
  }

  /** Returns the limits for a response to a request for this path. */
  limitsFor(path: string): StreamLimits {
    const { limits } = this;
    const count = this.timeouts.get(withoutQuery(path)) ?? 0;
    return count < FULL_READS ? limits : { ...limits, maxTimeMs: Math.ceil(limits.maxTimeMs * LATER_SHARE) };
  }

  /** Notes a stream that was read until the time was over. */
  onTimeout(path: string): void {
    const key = withoutQuery(path);
    if (this.timeouts.size < MAX_PATHS) this.timeouts.set(key, (this.timeouts.get(key) ?? 0) + 1);
  }
}

function withoutQuery(path: string): string {
  return path.replace(/\?.*$/s, '');
}

/** Returns a counter of the items of a response. @returns undefined if its media type is no stream */
export function itemCounterFor(contentType: string | undefined): ItemCounter | undefined {
  const format = contentType === undefined ? undefined : streamFormatOf(contentType);
  return format && new ItemCounter(format, parseMediaType(contentType ?? '')?.parameters.get('boundary'));
}
