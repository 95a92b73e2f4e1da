import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import { parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { Exchange, Finding, JsonValue } from '../../core/model.ts';
import { buildRequest, type RequestSpec } from '../../generate/requests/build-request.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { stringsIn } from '../../generate/requests/unique-fields.ts';
import { usualDay } from '../../generate/values/planned-dates.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Executor } from '../suite.ts';
import { isOutcomeOnly } from './inconclusive.ts';

/** How services reject a stay in the past, or an end before its start. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 409, 422]);
const DATE = /^\d{4}-\d{2}-\d{2}(?=$|[Tt ])/;

/**
 * Why a valid request is rejected for its dates: it is accepted with usual ones, and no schema says that a stay begins in the
 * future and ends after it has begun. Times, fractions and offsets stay as they are.
 * @returns undefined if its dates do not matter
 */
export async function explainDates(
  executor: Executor,
  { case: testCase, response }: Exchange,
  failures: readonly Finding[],
): Promise<string | undefined> {
  if (!isSpecified(testCase) || testCase.expectation !== 'accept' || testCase.expected?.status !== undefined)
    return undefined;
  if (!isResponse(response) || !REJECTIONS.has(response.status) || !isOutcomeOnly(failures)) return undefined;
  const spec = withUsualDates(testCase.spec);
  if (spec === testCase.spec) return undefined;
  const usual = { ...testCase, spec, request: { ...testCase.request, ...buildRequest(testCase.operation, spec) } };
  const { request } = withCredentials(usual, executor.credentials);
  const other = await executor.client.send(request, executor.signal);
  executor.records?.created.add({ case: usual, response: other }, spec);
  const isAccepted = isResponse(other) && isAcceptance(testCase.operation, other.status);
  return isAccepted ? `only some dates are accepted (${response.status}): no schema says which` : undefined;
}

function withUsualDates(spec: RequestSpec): RequestSpec {
  if (spec.bytes !== undefined || spec.rawQuery !== undefined) return spec;
  const body = usual(spec.body ?? null, '');
  const query = Object.entries(spec.parameters.query).map(([name, value]) => [name, usual(value, name)] as const);
  const isSame = body === (spec.body ?? null) && query.every(([name, value]) => value === spec.parameters.query[name]);
  if (isSame) return spec;
  const parameters = { ...spec.parameters, query: Object.fromEntries(query) };
  return { ...spec, parameters, ...(spec.body === undefined ? {} : { body }) };
}

/** The value with other days in its dates; the value itself if it has none. */
function usual(value: JsonValue, name: string): JsonValue {
  let changed = value;
  for (const [path, text] of stringsIn(value, '')) {
    const day = usualDay(parsePointer(path).at(-1) ?? name);
    if (DATE.test(text) && !text.startsWith(day)) changed = replaceAt(changed, path, text.replace(DATE, day));
  }
  return changed;
}
