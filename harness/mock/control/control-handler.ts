import { isIP } from 'node:net';
import { InputError } from '../../core/errors.ts';
import { stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { isLocalOrigin } from '../../core/util/loopback.ts';
import { decodeQueryLeniently, splitQuery } from '../../openapi/parameters/percent-decoding.ts';
import { operationForm } from '../page/operation-form.ts';
import { pageResponse } from '../page/page.ts';
import { problemDetails } from '../respond/problem-details.ts';
import type { MockResponse } from '../types.ts';
import { CALLBACK_ROUTES } from './callback-routes.ts';
import type { Controlled, ControlResult, ControlRoutes } from './control-types.ts';
import { NotFoundError } from './control-types.ts';
import { describeMock } from './describe-mock.ts';
import { OVERRIDE_ROUTES } from './override-routes.ts';
import { REQUEST_ROUTES } from './request-routes.ts';
import { documentPathOf, findOperation } from './served-document.ts';
import { SETTING_ROUTES } from './setting-routes.ts';
import { STATE_ROUTES } from './state-routes.ts';

const ROUTES: ControlRoutes = {
  'GET info': describeMock,
  'GET form': async ({ documents }, { query }) => {
    const { document, operation } = findOperation(documents, query.get('operation') ?? '');
    return operationForm(document.contract, operation, await document.state.knownFor(operation.id));
  },
  'POST reset': ({ reset }) => {
    reset();
    return undefined;
  },
  ...REQUEST_ROUTES,
  ...CALLBACK_ROUTES,
  ...OVERRIDE_ROUTES,
  ...SETTING_ROUTES,
  ...STATE_ROUTES,
};

/** Responds to requests below the control prefix, with which a test or a page steers the mock. */
export class ControlHandler {
  private readonly mock: () => Controlled;

  constructor(mock: () => Controlled) {
    this.mock = mock;
  }

  /** @returns undefined if the request is not below the prefix */
  respond(request: ReceivedRequest): MockResponse | Promise<MockResponse> | undefined {
    const mock = this.mock();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead ? pageResponse(mock.prefix, request.path) : undefined;
    if (page) return page;
    if (!request.path.startsWith(`${mock.prefix}/`)) return undefined;
    const origin = request.headers['origin'];
    if (origin !== undefined && !isLocalOrigin(String(origin)) && !isOwnOrigin(String(origin), request.headers))
      return problemDetails(403, 'only pages of this machine may steer the mock');
    const [name = '', ...path] = request.path
      .slice(mock.prefix.length + 1)
      .split('/')
      .map(decodeQueryLeniently);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = Object.hasOwn(ROUTES, `${method} ${name}`) ? ROUTES[`${method} ${name}`] : undefined;
    if (!route) return unknownRoute(mock.prefix, name);
    const query = new Map(splitQuery(request.query).map(([key, value]) => [key, decodeQueryLeniently(value)]));
    try {
      const documents = chosenDocuments(mock, query.get('document'));
      const result = route({ ...mock, documents }, { path, query, body: () => readBody(request) });
      return result instanceof Promise ? result.then(toResponse, toFailure) : toResponse(result);
    } catch (error) {
      return toFailure(error);
    }
  }
}

/** The documents that a control request is about. @throws {NotFoundError} for an unknown one */
function chosenDocuments({ documents }: Controlled, path: string | undefined): Controlled['documents'] {
  if (path === undefined) return documents;
  const chosen = documents.filter(({ basePaths }) => basePaths.includes(path.replace(/\/$/, '')));
  if (chosen.length > 0) return chosen;
  throw new NotFoundError(`no document is served at ${path}; there is ${documents.map(documentPathOf).join(', ')}`);
}

function unknownRoute(prefix: string, name: string): MockResponse {
  const own = Object.keys(ROUTES).filter((route) => route.endsWith(` ${name}`));
  const listed = (own.length > 0 ? own : Object.keys(ROUTES)).map((route) => route.replace(' ', ` ${prefix}/`));
  const problem = problemDetails(own.length > 0 ? 405 : 404, `use one of ${listed.join(', ')}`);
  if (own.length === 0) return problem;
  const allow = own.map((route) => route.split(' ')[0]).join(', ');
  return { ...problem, headers: [...problem.headers, ['allow', allow]] };
}

function readBody({ body }: ReceivedRequest): JsonValue | undefined {
  if (body.length === 0) return undefined;
  const parsed = tryParseJson(body);
  if ('error' in parsed) throw new InputError(`the body is not JSON: ${parsed.error.message}`);
  return parsed.value;
}

function toResponse(result: ControlResult): MockResponse {
  if (result === undefined) return { status: 204, headers: [], body: new Uint8Array() };
  const headers = [
    ['content-type', 'application/json'],
    ['cache-control', 'no-store'],
  ] as const;
  return { status: 200, headers, body: Buffer.from(stringifyJson(result)) };
}

function toFailure(error: unknown): MockResponse {
  if (error instanceof InputError) return problemDetails(400, error.message);
  if (error instanceof NotFoundError) return problemDetails(404, error.message);
  throw error;
}

/** True for the page of a mock on the network, by its address: a name could be rebound to it. */
function isOwnOrigin(origin: string, { host }: ReceivedRequest['headers']): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url !== undefined && url.host === host && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
}
