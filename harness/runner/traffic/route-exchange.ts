import type { HttpRequest, Operation } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import type { RecordedRequest } from '../../http/har/recorded-exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type Router, routerOf } from '../../openapi/router.ts';

/** What a recorded request is about. */
export type TrafficRoute =
  | {
      readonly operation: Operation;
      readonly request: HttpRequest;
      readonly pathParameters: Readonly<Record<string, string>>;
    }
  /** To another service, or not by HTTP, or a CORS preflight, which browsers send by themselves (WHATWG Fetch, CORS protocol). */
  | 'elsewhere'
  | 'preflight'
  | 'undocumented';

/** Finds the operations of recorded requests. */
export class TrafficRouter {
  private readonly router: Router;
  private readonly base: { readonly origin: string; readonly path: string } | undefined;

  /** @param baseUrl of the service; undefined: it is wherever a path of the document is requested */
  constructor(contract: Contract, baseUrl: URL | undefined) {
    this.router = routerOf(contract);
    this.base = baseUrl && { origin: baseUrl.origin, path: baseUrl.pathname.replace(/\/$/, '') };
  }

  route({ method, url, headers, body }: RecordedRequest): TrafficRoute {
    const path = method === 'CONNECT' ? undefined : this.below(url);
    if (path === undefined) return 'elsewhere';
    const bytes = body.bytes.length > 0 ? body.bytes : undefined;
    const request = { method, path: path + url.search, headers, body: bytes };
    const route = this.router.routeRequest(toReceivedRequest(request));
    if (route.operation) {
      return { operation: route.operation, request, pathParameters: route.parameters };
    }
    const isPreflight = method === 'OPTIONS' && headers.some(([name]) => PREFLIGHT_HEADER.test(name));
    return isPreflight ? 'preflight' : 'undocumented';
  }

  /** The path below the base URL, still percent-encoded. */
  private below({ origin, pathname, protocol }: URL): string | undefined {
    if (!WEB.test(protocol)) return undefined;
    if (!this.base) return pathname;
    const { origin: wanted, path } = this.base;
    return origin === wanted && pathname.startsWith(`${path}/`) ? pathname.slice(path.length) : undefined;
  }
}

/** Pages also load `data:` and `blob:` URLs, and files of extensions. */
const WEB = /^(?:http|ws)s?:$/;
const PREFLIGHT_HEADER = /^access-control-request-method$/i;
