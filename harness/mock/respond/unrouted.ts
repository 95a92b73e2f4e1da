import type { Operation } from '../../core/model.ts';
import { documentPath, type ReceivedRequest, type RequestProblem } from '../../core/received-request.ts';
import { truncate } from '../../core/util/truncate.ts';
import type { Contract } from '../../openapi/contract.ts';
import { allowHeader } from '../../openapi/router.ts';
import type { MockResponse } from '../types.ts';
import type { DocumentFile } from './document-file.ts';
import { nearestPath } from './nearest-path.ts';

const MAX_LISTED_OPERATIONS = 6;
const MAX_PATH_CHARS = 100;

/**
 * Responds to requests that are not to an operation and valid all the same: for the document, or for the methods of a path.
 * @param atPath the operations with other methods
 */
export function respondUnrouted(
  request: ReceivedRequest,
  atPath: readonly Operation[],
  file: DocumentFile,
): MockResponse | undefined {
  const { method } = request;
  if (atPath.length === 0)
    return method === 'GET' || method === 'HEAD' ? file.respond(documentPath(request)) : undefined;
  if (method !== 'OPTIONS') return undefined;
  return { status: 204, headers: [['allow', allowHeader(atPath)]], body: new Uint8Array() };
}

/** Returns why a request is not to an operation. */
export function unroutedProblem(
  { operations }: Contract,
  request: ReceivedRequest,
  atPath: readonly Operation[],
): RequestProblem {
  const { method, path } = request;
  if (atPath.length > 0) {
    const allow = allowHeader(atPath);
    const message = `${truncate(path, MAX_PATH_CHARS)} does not allow ${method}; allowed: ${allow}`;
    return { status: 405, message, headers: [['allow', allow]] };
  }
  if (/%(?![0-9a-fA-F]{2})/.test(path)) return { status: 400, message: `the path ${path} has bad percent-encoding` };
  const near = nearestPath(documentPath(request), [...new Set(operations.map((each) => each.path))]);
  const methods = operations.filter((each) => each.path === near).map((each) => each.method);
  const guess = methods.includes(method) ? `${method} ${near}` : `${near} (${methods.join(', ')})`;
  const paths = [...new Set(operations.map((operation) => `${operation.method} ${operation.path}`))];
  const listed =
    paths.slice(0, MAX_LISTED_OPERATIONS).join(', ') + (paths.length > MAX_LISTED_OPERATIONS ? ', ...' : '');
  const hint = near === undefined ? `the document has ${listed}` : `did you mean ${guess}? The document has ${listed}`;
  return { status: 404, message: `no operation ${method} ${truncate(path, MAX_PATH_CHARS)}; ${hint}` };
}
