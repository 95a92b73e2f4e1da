import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { words } from '../../openapi/resources/names.ts';
import { isHidingName } from '../../openapi/resources/operations/filter-names.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { primitives } from './distinct-value.ts';
import { replaceWhereValid } from './replace-where-valid.ts';

const STATE = /\b(status|state|visibility)$/;

/** Whether a value of a property stands for a record that is not shown with the others. */
export function hides(name: string, value: JsonValue): boolean {
  if (value === true) return isHidingName(name);
  return STATE.test(words(name).join(' ')) && isHidingName(String(value).toLowerCase());
}

/**
 * Returns a copy of a valid value without what {@link hides} its record, as far as the schema has other values.
 * @param pointer of the schema
 */
export function visibleValue(contract: Contract, pointer: string, value: JsonValue): JsonValue {
  const replacements = [...primitives(contract, { pointer, value, at: '' })].flatMap((place) => {
    const name = parsePointer(place.at).at(-1) ?? '';
    if (!hides(name, place.value)) return [];
    const listed = firstKeyword(effectiveSchema(contract.document, place.pointer, 'request'), 'enum');
    const others = (Array.isArray(listed) ? listed : [false]).filter((each) => !hides(name, each));
    return [{ at: place.at, candidates: others }];
  });
  return replaceWhereValid(value, replacements, (changed) => contract.schemas.accepts(pointer, changed, 'request'));
}
