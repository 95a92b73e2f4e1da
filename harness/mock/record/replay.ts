import { isObject, stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { type ReceivedRequest, toReceivedRequest } from '../../core/received-request.ts';
import { DEFAULT_SECRET_FIELDS } from '../../core/secrets/default-secret-fields.ts';
import { SecretFields } from '../../core/secrets/secret-fields.ts';
import type { RecordedExchange } from '../../http/har/recorded-exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import { credentialNames } from '../../openapi/credential-names.ts';
import { decodeQueryLeniently, splitQuery } from '../../openapi/parameters/percent-decoding.ts';
import { type Router, routerOf } from '../../openapi/router.ts';
import type { MockResponse } from '../types.ts';

/** A request as far as it has to be the same to be given a recorded response. */
type Replayable = Pick<ReceivedRequest, 'method' | 'path' | 'query' | 'headers' | 'body' | 'basePath'>;

/** Returns below which path of its document a path is; undefined if it is another document's. */
type BasePathOf = (path: string) => string | undefined;

/** Recorded responses to the same request, in their order; the last one stays. */
interface Take {
  readonly responses: MockResponse[];
  next: number;
}

/** Headers of the connection and of the moment; the mock adds its own. */
const OWN_HEADERS = /^(connection|keep-alive|date|trailer|upgrade|proxy-.*|access-control-.*|vary)$/i;

/** Responds to requests as a recording does: to the same operation with the same parameters and the same body. */
export class Replay {
  /** Number of exchanges with an operation of the document. */
  readonly count: number;
  private readonly router: Router;
  private readonly secrets: SecretFields;
  private readonly takes = new Map<string, Take>();

  constructor(contract: Contract, exchanges: readonly RecordedExchange[], basePathOf: BasePathOf) {
    this.router = routerOf(contract);
    // Recordings have secrets masked, so requests are compared without them.
    this.secrets = new SecretFields([...DEFAULT_SECRET_FIELDS, ...credentialNames(contract)]);
    this.count = exchanges.filter((exchange) => this.add(exchange, basePathOf)).length;
  }

  /** Returns the next recorded response; undefined if no such request was recorded. */
  take(request: Replayable): MockResponse | undefined {
    const key = this.keyOf(request);
    const take = key === undefined ? undefined : this.takes.get(key);
    return take?.responses[Math.min(take.next++, take.responses.length - 1)];
  }

  /** Begins again with the first responses. */
  rewind(): void {
    for (const take of this.takes.values()) take.next = 0;
  }

  private add({ request, response }: RecordedExchange, basePathOf: BasePathOf): boolean {
    const { method, url, headers: sentHeaders, body } = request;
    const basePath = basePathOf(url.pathname);
    if (basePath === undefined) return false;
    const target = url.pathname + url.search;
    const sent = toReceivedRequest({ method, path: target, headers: sentHeaders, body: body.bytes });
    const key = this.keyOf({ ...sent, basePath });
    if (key === undefined || !response) return false;
    const take = this.takes.get(key) ?? { responses: [], next: 0 };
    this.takes.set(key, take);
    const headers = response.headers.filter(([name]) => !OWN_HEADERS.test(name));
    take.responses.push({ status: response.status, headers, body: response.body.bytes });
    return true;
  }

  private keyOf(request: Replayable): string | undefined {
    const { method, query, body } = request;
    const route = this.router.routeRequest(request);
    if (!route.operation) return undefined;
    const masked = splitQuery(this.secrets.maskPath(`?${query}`, () => undefined).slice(1));
    const pairs = masked.map(([name, value]) => `${name}=${decodeQueryLeniently(value)}`).sort();
    const parameters = Object.entries(route.parameters).map(([name, value]) => [name, decodeQueryLeniently(value)]);
    return JSON.stringify([route.operation.id, method, parameters, pairs, this.bodyKey(body)]);
  }

  private bodyKey(body: Uint8Array): string {
    const parsed = tryParseJson(body);
    if ('value' in parsed) return stringifyJson(sorted(this.secrets.maskValue(parsed.value, () => undefined)));
    return Buffer.from(this.secrets.maskBody(body, () => undefined)).toString('base64');
  }
}

/** JSON objects have no order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
