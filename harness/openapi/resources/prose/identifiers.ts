import type { Contract } from '../../contract.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import type { ResourceType } from '../model.ts';
import { textAt } from '../text-at.ts';

const NEVER_AGAIN = /\b(?:never|not)\b[^.;]*\b(?:re-?used|recycled|reassigned|(?:used|assigned|given|issued) again)\b/i;

/** True if the document says that no new record gets the identifier of one that was deleted; by itself, nothing does. */
export function neverReusesIdentifiers({ document }: Contract, { operations, identifiers }: ResourceType): boolean {
  const changing = operations.filter(({ creates, role }) => creates || role === 'delete');
  const shown = operations.flatMap(({ response }) => response?.schemas ?? []);
  const own = shown.flatMap((schema) => {
    const { properties } = effectiveSchema(document, schema, 'response');
    return [...properties].flatMap(([name, pointers]) =>
      name === 'id' || identifiers.some((each) => each.name === name) ? pointers : [],
    );
  });
  const pointers = [...changing.map(({ operation }) => operation.pointer), ...own];
  return [...new Set(pointers)].some((pointer) => NEVER_AGAIN.test(textAt(document, pointer)));
}
