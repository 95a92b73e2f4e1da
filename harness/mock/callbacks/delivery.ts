import type { HttpRequest, HttpResponse } from '../../core/model.ts';

/** A callback or webhook that a mock has sent, or why it has not. */
export interface CallbackDelivery {
  /** Increases with each delivery. */
  readonly id: number;
  /** Name in the document. */
  readonly callback: string;
  /** Id of its operation. */
  readonly operation: string;
  /** Id of the request that caused it; undefined for a webhook. */
  readonly cause: number | undefined;
  readonly finishedAt: Date;
  /** Where it was sent; the expression of the document if that gives no URL. */
  readonly url: string;
  readonly request: HttpRequest | undefined;
  /** The last response; undefined if there is none. */
  readonly response: HttpResponse | undefined;
  /** How often it was sent. */
  readonly attempts: number;
  readonly durationMs: number;
  /** Why it was not sent, why there is no response, or what the response violates; empty if it conforms. */
  readonly problems: readonly string[];
}

const MAX_DELIVERIES = 1000;

/** Keeps the most recent deliveries. */
export class DeliveryLog {
  readonly deliveries: CallbackDelivery[] = [];
  private count = 0;

  get lastId(): number {
    return this.count;
  }

  add(delivery: Omit<CallbackDelivery, 'id'>): CallbackDelivery {
    const added = { id: ++this.count, ...delivery };
    this.deliveries.push(added);
    if (this.deliveries.length > MAX_DELIVERIES) this.deliveries.splice(0, MAX_DELIVERIES / 4);
    return added;
  }

  clear(): void {
    this.deliveries.length = 0;
  }
}
