import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { primitives } from '../../generate/values/distinct-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

/**
 * Whether a request about a record has another value of a list than one that was accepted: of the actions on an order, or the states that it
 * may be given, only some are possible in its state.
 */
export function choosesOther(contract: Contract, { operation, spec }: SpecifiedCase, accepted: SpecifiedCase): boolean {
  const schema = requestMediaType(operation)?.schema;
  const { body } = spec;
  const isOnRecord = operation.parameters.some((parameter) => parameter.in === 'path');
  if (!isOnRecord || schema === undefined || body === undefined) return false;
  return [...primitives(contract, { pointer: schema, value: body, at: '' })].some(({ pointer, value, at }) => {
    const listed = firstKeyword(effectiveSchema(contract.document, pointer, 'request'), 'enum');
    const before = getAt(accepted.spec.body ?? null, at);
    return Array.isArray(listed) && (before === undefined || !jsonEqual(before, value));
  });
}
