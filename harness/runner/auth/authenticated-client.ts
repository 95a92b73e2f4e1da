import { isResponse } from '../../core/http-response.ts';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import type { SentRequests } from '../execute/sent-requests.ts';
import type { AuthSession } from './session.ts';

const UNAUTHORIZED = 401;
/** A new token may be revoked at once by another request, such as a logout. */
const MAX_RENEWALS = 2;

/** A client that logs in again when a token is no longer accepted (401), and sends the request with the new one. */
export function withRenewal(client: HttpClient, session: AuthSession, sent: SentRequests): HttpClient {
  return new AuthenticatedClient(client, session, sent);
}

class AuthenticatedClient implements HttpClient {
  readonly baseUrl: string;
  private readonly client: HttpClient;
  private readonly session: AuthSession;
  private readonly sent: SentRequests;
  /** Methods and paths for which a new token did not help. */
  private readonly unaffected = new Set<string>();

  constructor(client: HttpClient, session: AuthSession, sent: SentRequests) {
    this.baseUrl = client.baseUrl;
    this.client = client;
    this.session = session;
    this.sent = sent;
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | TransportError> {
    const { client, session, unaffected } = this;
    const resource = `${request.method} ${request.path.replace(/\?.*$/s, '')}`;
    let current = request;
    for (let renewals = 0; ; renewals++) {
      const response = await client.send(current, signal);
      if (!isResponse(response)) return response;
      session.observe(current, response);
      if (response.status !== UNAUTHORIZED) unaffected.delete(resource);
      if (response.status !== UNAUTHORIZED || unaffected.has(resource)) return response;
      if (renewals === MAX_RENEWALS) unaffected.add(resource);
      const renewed = renewals < MAX_RENEWALS ? await session.renew(current, client, signal) : undefined;
      if (!renewed) return response;
      this.sent.record(current, renewed);
      current = renewed;
    }
  }

  dropsRequests(requests: Iterable<HttpRequest>, signal: AbortSignal): Promise<boolean> {
    return this.client.dropsRequests(requests, signal);
  }

  waitUntilReachable(timeoutMs: number, signal: AbortSignal): Promise<string | undefined> {
    return this.client.waitUntilReachable(timeoutMs, signal);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
