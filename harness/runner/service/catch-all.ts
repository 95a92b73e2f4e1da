import { isSuccess } from '../../checks/response.ts';
import { headerValues, isResponse } from '../../core/http-response.ts';
import { isObject } from '../../core/json/index.ts';
import type { Case, HttpResponse, Operation } from '../../core/model.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Contract } from '../../openapi/contract.ts';
import { ANNOTATIONS } from '../../openapi/schema/keywords/annotations.ts';
import type { RunContext } from '../context.ts';
import type { Executor } from '../suite.ts';

/** No document has it. */
const UNKNOWN_PATH = '/contract-harness-unknown-path-6f1d';
/** Keywords that leave open what a JSON value of a type looks like. */
const SAYS_LITTLE: ReadonlySet<string> = new Set(['type', 'nullable', ...ANNOTATIONS]);
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Tells a service from a login page, a proxy or a redirect in front of it, which responds to everything alike. This is a matter of
 * operations that accepted all requests and whose document says nothing about the body, or nothing but its type: sends one more request, to a path that no document has.
 * @param operations that accepted all their requests
 * @returns by operation id, why it is not verified
 */
export async function findCatchAll(
  { executor, stateful }: RunContext,
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, string>> {
  const doubts = new Map<string, string>();
  const candidates = operations.filter(
    (each) => SAFE_METHODS.has(each.method) && !describesBody(executor.contract, each),
  );
  const isOwnMock = stateful === undefined;
  if (isOwnMock) return doubts;
  for (const operation of candidates) {
    const accepted = acceptedCase(executor, operation);
    const expected = accepted && (await send(executor, accepted, accepted.request.path));
    if (!expected || !isSuccess(operation, expected.status)) continue;
    const unknown = await send(executor, accepted, UNKNOWN_PATH);
    if (unknown && isAlike(expected, unknown))
      doubts.set(
        operation.id,
        `an unknown path gets the same response (${expected.status}): a proxy may respond instead of the service`,
      );
  }
  return doubts;
}

function describesBody({ document }: Contract, { responses }: Operation): boolean {
  const isDescribed = (pointer: string) => {
    const { value } = document.resolve(pointer);
    return (
      isObject(value) &&
      Object.keys(value).some((keyword) => !SAYS_LITTLE.has(keyword) && !isFreeForm(keyword, value[keyword]))
    );
  };
  return responses.some(({ content }) => content.some(({ schema }) => schema !== undefined && isDescribed(schema)));
}

const isFreeForm = (keyword: string, value: unknown) => keyword === 'additionalProperties' && value === true;

function acceptedCase({ serviceState: { bases, acceptedCases } }: Executor, { id }: Operation): Case | undefined {
  return bases.get(id)?.accepted ?? acceptedCases.get(id)?.[0];
}

async function send(executor: Executor, accepted: Case, path: string): Promise<HttpResponse | undefined> {
  const { client, credentials, signal } = executor;
  const { request } = withCredentials({ ...accepted, request: { ...accepted.request, path } }, credentials);
  const response = await client.send(request, signal);
  return isResponse(response) ? response : undefined;
}

/** Pages differ from request to request, by a token for example. */
function isAlike(a: HttpResponse, b: HttpResponse): boolean {
  const same = (name: string) => headerValues(a, name).join() === headerValues(b, name).join();
  const isPage = headerValues(a, 'content-type').join().toLowerCase().startsWith('text/html');
  const isSameHead = a.status === b.status && same('content-type') && same('location');
  return isSameHead && (isPage || Buffer.compare(a.body, b.body) === 0);
}
