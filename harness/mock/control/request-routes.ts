import { InputError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/model.ts';
import type { MockRequest } from '../request-log.ts';
import type { ControlRoutes } from './control-types.ts';

const MAX_BODY_CHARS = 16_384;

/** The history of requests. */
export const REQUEST_ROUTES: ControlRoutes = {
  'GET requests': ({ log, documents }, { query }) => {
    const after = Number(query.get('after') ?? 0);
    if (!Number.isInteger(after)) throw new InputError('after must be the id of a request');
    const operation = query.get('operation');
    const isOfDocument = ({ basePath }: MockRequest) =>
      !query.has('document') || documents.some(({ basePaths }) => basePaths.includes(basePath));
    const isWanted = (request: MockRequest) =>
      request.id > after && (operation === undefined || request.operation === operation) && isOfDocument(request);
    return { requests: log.requests.filter(isWanted).map(describeRequest), last: log.lastId };
  },
  'DELETE requests': ({ log }) => {
    log.clear();
    return undefined;
  },
};

function describeRequest(request: MockRequest): JsonObject {
  const { id, receivedAt, method, path, operation, status, durationMs, problems, headers, bytes, response } = request;
  const { source, violations } = request;
  return {
    ...{ id, method, path, status, durationMs },
    receivedAt: receivedAt.toISOString(),
    operation: operation ?? null,
    problems: [...problems],
    source,
    violations: [...violations],
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')])),
    body: bodyText(bytes),
    response: {
      headers: response.headers.map(([name, value]) => [name, value]),
      body: bodyText(response.body),
    },
  };
}

/** Text of a body, shortened. */
export function bodyText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BODY_CHARS)).toString('utf8');
  return bytes.length > MAX_BODY_CHARS ? `${text}…` : text;
}
