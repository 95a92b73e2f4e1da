import { isResponse } from '../../core/http-response.ts';
import type { HttpClient, HttpRequest, Operation } from '../../core/model.ts';
import { addCredentials, type Credentials } from '../../http/credentials.ts';
import { documentServerPaths } from '../../openapi/server-paths.ts';
import type { CaseSource } from '../suite.ts';

/** So many requests tell whether a service is at an address. */
const MAX_PROBES = 3;
const NOT_FOUND = 404;

/**
 * Finds the path below which a service responds, of those that the servers of its document have: `/api` if there is nothing at the
 * address that the user gives, and something below `/api`. Whoever gives an address with a path knows it.
 * @returns undefined for the address as it is
 */
export async function findBasePath(
  client: HttpClient,
  { contract, operations }: CaseSource,
  credentials: (operation: Operation) => Credentials,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (new URL(client.baseUrl).pathname !== '/') return undefined;
  const paths = documentServerPaths(contract.document).filter((path) => path.startsWith('/') && !path.includes('{'));
  const requests = paths.length > 0 ? probes(operations, credentials) : [];
  if (requests.length === 0 || (await responds('')) !== false) return undefined;
  for (const path of paths) if ((await responds(path)) === true) return path;
  return undefined;

  /** Whether anything is there; undefined if a request gets no response. */
  async function responds(basePath: string): Promise<boolean | undefined> {
    for (const request of requests) {
      const response = await client.send({ ...request, path: basePath + request.path }, signal);
      if (!isResponse(response)) return undefined;
      if (response.status !== NOT_FOUND) return true;
    }
    return false;
  }
}

/** Requests that change nothing and name no record: reads, else what lacks the body that is required. */
function probes(operations: readonly Operation[], credentials: (operation: Operation) => Credentials): HttpRequest[] {
  const unnamed = operations.filter(({ path }) => !path.includes('{'));
  const reads = unnamed.filter(({ method }) => method === 'GET');
  const rejected = unnamed.filter(({ requestBody }) => requestBody?.required);
  return (reads.length > 0 ? reads : rejected).slice(0, MAX_PROBES).map((operation) => {
    const { headers, query } = credentials(operation);
    return addCredentials(
      { method: operation.method, path: operation.path, headers: [], body: undefined },
      headers,
      query,
    );
  });
}
