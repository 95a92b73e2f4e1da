import { isObject } from '../../core/json/index.ts';
import { applyMergePatch } from '../../core/json/merge-patch.ts';
import { appendTokens, getAt } from '../../core/json/pointer.ts';
import type { Case, Direction } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../openapi/schema/schemas-at.ts';
import { isOfType } from './inconclusive.ts';

/** What says how a record is as a whole. */
interface Described {
  readonly schemas: readonly string[];
  readonly direction: Direction;
}

/**
 * Whether a merge patch has a part of an object that is not valid in the record by itself: it is all that there is once it is
 * merged into null, or into nothing (RFC 7396 section 2). One whose members are counted may get too many by several patches.
 */
export function hasPartOfObject(contract: Contract, model: ResourceModel, testCase: Case): boolean {
  if (!isSpecified(testCase) || !isOfType(testCase, 'application/merge-patch+json')) return false;
  const own = model.operations.get(testCase.operation.id);
  if (!own) return false;
  const sent = getAt(testCase.spec.body ?? null, own.request?.envelope ?? '');
  const described = descriptionsOf(model, own);
  const isFurther = testCase.change === 'content';
  return (
    isObject(sent) &&
    Object.entries(sent).some(([name, value]) => {
      if (!isObject(value)) return false;
      const { inner, direction } = describedAt(contract, described, name);
      const alone = applyMergePatch(undefined, value);
      return inner.some(
        (each) =>
          !contract.schemas.accepts(each, alone, direction) || (isFurther && isCounted(contract, each, direction)),
      );
    })
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

function describedAt(
  { document }: Contract,
  described: readonly Described[],
  name: string,
): { readonly inner: readonly string[]; readonly direction: Direction } {
  const pointer = appendTokens('', name);
  const found = described.map(({ schemas, direction }) => ({
    inner: schemas.flatMap((whole) => schemasAt(document, { whole, pointer, direction })),
    direction,
  }));
  return found.find(({ inner }) => inner.length > 0) ?? { inner: [], direction: 'request' };
}

function isCounted({ document }: Contract, schema: string, direction: Direction): boolean {
  return firstKeyword(effectiveSchema(document, schema, direction), 'maxProperties') !== undefined;
}
