import { isNumber } from '../../core/json/decimal.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { words } from '../../openapi/resources/names.ts';
import { isHidingName } from '../../openapi/resources/operations/filter-names.ts';
import { mayBeState, usability } from '../../openapi/resources/operations/usability.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { type Place, primitives } from './distinct-value.ts';
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
  return withChoices(contract, pointer, value, (place) => {
    const name = nameOf(place);
    return hides(name, place.value) ? choicesOf(contract, place).filter((each) => !hides(name, each)) : [];
  });
}

/** How many others a record has room for. */
const ROOM = /\b(capacity|quota|limit)$|^max(imum)?\b/;
const AMPLE = [10_000, 1000, 100];

/**
 * Returns a copy of a valid value that makes a record which others can name: what is inactive, blocked or sold out often may not
 * be. Its switches and states have their defaults, and it has room for many.
 * @param pointer of the schema
 */
export function usableValue(contract: Contract, pointer: string, value: JsonValue): JsonValue {
  return withChoices(contract, pointer, value, (place) => {
    const name = nameOf(place);
    if (isNumber(place.value) && ROOM.test(words(name).join(' ')))
      return AMPLE.filter((each) => each > Number(place.value));
    const choices = mayBeState(name, place.value) ? choicesOf(contract, place) : [];
    const initial = firstKeyword(effectiveSchema(contract.document, place.pointer, 'request'), 'default');
    if (choices.length > 0 && initial !== undefined && initial !== null) return [initial];
    const [best] = choices.toSorted((a, b) => usability(name, b) - usability(name, a));
    return best !== undefined && usability(name, best) > usability(name, place.value) ? [best] : [];
  });
}

const nameOf = ({ at }: Place) => parsePointer(at).at(-1) ?? '';

/** The few values that a place may have; none if they are many. */
function choicesOf(contract: Contract, { pointer, value }: Place): readonly JsonValue[] {
  const listed = firstKeyword(effectiveSchema(contract.document, pointer, 'request'), 'enum');
  if (Array.isArray(listed)) return listed;
  return typeof value === 'boolean' ? [true, false] : [];
}

function withChoices(
  contract: Contract,
  pointer: string,
  value: JsonValue,
  choose: (place: Place) => readonly JsonValue[],
): JsonValue {
  const replacements = [...primitives(contract, { pointer, value, at: '' })].flatMap((place) => {
    const candidates = choose(place);
    return candidates.length === 0 ? [] : [{ at: place.at, candidates }];
  });
  return replaceWhereValid(value, replacements, (changed) => contract.schemas.accepts(pointer, changed, 'request'));
}
