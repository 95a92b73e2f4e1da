import { isObject } from '../../core/json/index.ts';
import { applyMergePatch } from '../../core/json/merge-patch.ts';
import { appendTokens, getAt } from '../../core/json/pointer.ts';
import type { Case, Direction, JsonValue } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { schemasAt } from '../../openapi/schema/schemas-at.ts';
import { isOfType } from './inconclusive.ts';

/** What says how a record is as a whole. */
interface Described {
  readonly schemas: readonly string[];
  readonly direction: Direction;
}

/**
 * Whether a merge patch has a part of an object that is not valid in the record by itself: it is all that there is once it is
 * merged into null, or into nothing (RFC 7396 section 2).
 */
export function hasPartOfObject(contract: Contract, model: ResourceModel, testCase: Case): boolean {
  if (!isSpecified(testCase) || !isOfType(testCase, 'application/merge-patch+json')) return false;
  const own = model.operations.get(testCase.operation.id);
  if (!own) return false;
  const sent = getAt(testCase.spec.body ?? null, own.request?.envelope ?? '');
  const described = descriptionsOf(model, own);
  return (
    isObject(sent) &&
    Object.entries(sent).some(([name, value]) => isObject(value) && !isValidAlone(contract, described, name, value))
  );
}

/** By what creates or replaces records, else by what shows them. */
function descriptionsOf({ types }: ResourceModel, { resource }: ResourceOperation): Described[] {
  const operations = types.find(({ name }) => name === resource)?.operations ?? [];
  const written = operations.filter(({ role }) => role === 'create' || role === 'update');
  const shown = operations.filter(({ role }) => role === 'read');
  return [
    { schemas: written.flatMap(({ request }) => request?.schemas ?? []), direction: 'request' },
    { schemas: shown.flatMap(({ response }) => response?.schemas ?? []), direction: 'response' },
  ];
}

function isValidAlone(
  { document, schemas }: Contract,
  described: readonly Described[],
  name: string,
  part: JsonValue,
): boolean {
  const alone = applyMergePatch(undefined, part);
  const pointer = appendTokens('', name);
  for (const { schemas: wholes, direction } of described) {
    const inner = wholes.flatMap((whole) => schemasAt(document, { whole, pointer, direction }));
    if (inner.length > 0) return inner.every((each) => schemas.accepts(each, alone, direction));
  }
  return true;
}
