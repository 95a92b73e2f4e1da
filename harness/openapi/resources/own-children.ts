import { childCount } from './child-counts.ts';
import type { Reference, ResourceOperation, ResourceType } from './model.ts';
import { singularWords, topName, words } from './names.ts';
import { isParentName, withoutId } from './references/identifying.ts';

/** How an operation is about the records that name another one of their type: the replies of a message, the instances of an event. */
export interface OwnChildren {
  /** The property by which they name it; undefined if they do not. */
  readonly reference: Reference | undefined;
  /** JSON Pointer of their number in the record above, if it shows that. */
  readonly count: string | undefined;
}

/** What is below a record of the same type: `/messages/{messageId}/replies`. @returns undefined for any other operation */
export function ownChildren(
  type: ResourceType,
  { role, scope, path, operation }: ResourceOperation,
): OwnChildren | undefined {
  const isBelow =
    scope === 'collection' && (role === 'list' || role === 'create') && path.at(-1)?.resource === type.name;
  if (!isBelow) return undefined;
  const own = type.references.filter(
    ({ resource, many, at }) => resource === type.name && !many && topName(at) !== undefined,
  );
  const parent = own.find(({ at }) => isParentName(withoutId(words(topName(at) ?? ''))));
  const segment = operation.path.split('/').at(-1) ?? '';
  return {
    reference: parent ?? (own.length === 1 ? own[0] : undefined),
    count: childCount({ ...type, words: singularWords(words(segment)) }, type)?.pointer,
  };
}
