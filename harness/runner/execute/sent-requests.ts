import type { HttpRequest } from '../../core/model.ts';

/** Requests as they were really sent, with the changes of hooks and with another token. */
export class SentRequests {
  private readonly changed = new WeakMap<HttpRequest, HttpRequest>();

  /** Remembers what was sent in place of a request the last time. */
  record(request: HttpRequest, sent: HttpRequest): void {
    if (request !== sent) this.changed.set(request, sent);
  }

  /** The request that was sent in place of this one; itself if it was not changed. */
  of(request: HttpRequest): HttpRequest {
    let current = request;
    for (let next = this.changed.get(current); next !== undefined; next = this.changed.get(current)) current = next;
    return current;
  }
}
