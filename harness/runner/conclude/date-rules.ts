import { parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { Exchange, Finding, JsonValue, Operation } from '../../core/model.ts';
import { type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import { primitives } from '../../generate/values/distinct-value.ts';
import { begunDay, usualDay } from '../../generate/values/planned-dates.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import type { Executor } from '../suite.ts';
import { isAcceptedWith, rejectedCase } from './accepted-with.ts';

/** How services reject a stay in the past, or an end before its start. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 409, 422]);
const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Why a valid request is rejected for its dates: it is accepted with usual ones, or if it has begun, and no schema says that a
 * stay begins in the future and ends after it has begun. Times, fractions and offsets stay as they are.
 * @returns undefined if its dates do not matter
 */
export async function explainDates(
  executor: Executor,
  exchange: Exchange,
  failures: readonly Finding[],
): Promise<string | undefined> {
  const rejected = rejectedCase(exchange, failures, REJECTIONS);
  if (!rejected) return undefined;
  const { testCase, status } = rejected;
  for (const dayOf of [usualDay, begunDay]) {
    const spec = withDays(executor.contract, testCase.operation, testCase.spec, dayOf);
    if (spec !== testCase.spec && (await isAcceptedWith(executor, testCase, spec)))
      return `only some dates are accepted (${status}): no schema says which`;
  }
  return undefined;
}

function withDays(
  contract: Contract,
  operation: Operation,
  spec: RequestSpec,
  dayOf: (name: string) => string,
): RequestSpec {
  if (spec.bytes !== undefined || spec.rawQuery !== undefined) return spec;
  const usual = (schema: string | undefined, value: JsonValue, name = ''): JsonValue => {
    let changed = value;
    for (const place of schema === undefined ? [] : primitives(contract, { pointer: schema, value, at: '' })) {
      const day = dayOf(parsePointer(place.at).at(-1) ?? name);
      const text = typeof place.value === 'string' && isDate(contract, place.pointer) ? place.value : day;
      if (!text.startsWith(day)) changed = replaceAt(changed, place.at, text.replace(DAY, day));
    }
    return changed;
  };
  const query = Object.entries(spec.parameters.query).map(([name, value]) => {
    const parameter = operation.parameters.find((each) => each.in === 'query' && each.name === name);
    return [name, usual(parameter?.schema, value, name)] as const;
  });
  const body = spec.body === undefined ? undefined : usual(requestMediaType(operation)?.schema, spec.body);
  const isSame = body === spec.body && query.every(([name, value]) => value === spec.parameters.query[name]);
  if (isSame) return spec;
  const parameters = { ...spec.parameters, query: Object.fromEntries(query) };
  return { ...spec, parameters, ...(body === undefined ? {} : { body }) };
}

function isDate({ document }: Contract, schema: string): boolean {
  return /^date(-time)?$/.test(String(firstKeyword(effectiveSchema(document, schema, 'request'), 'format')));
}
