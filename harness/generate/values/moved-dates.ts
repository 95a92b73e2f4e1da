import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { primitives } from './distinct-value.ts';
import { textFormat } from './implied-format.ts';
import { plannedDay } from './planned-dates.ts';
import { replaceWhereValid } from './replace-where-valid.ts';

const HOUR_MS = 60 * 60 * 1000;
const FORTNIGHT_MS = 14 * 24 * HOUR_MS;
/** Within two years, at five hours of a day. */
const FORTNIGHTS = 26;
const HOURS_APART = 5;

/** How many places in time {@link movedDates} knows beside the usual one. */
export const DATE_SHIFTS = 5 * FORTNIGHTS - 1;

/**
 * Returns a copy of a valid value in which what is planned takes place at another time, all of it by as much later: two
 * bookings of one room must not overlap.
 * @param pointer of the schema
 * @param shift selects the time; 0 leaves it
 */
export function movedDates(contract: Contract, pointer: string, value: JsonValue, shift: number): JsonValue {
  if (shift === 0) return value;
  const places = [...primitives(contract, { pointer, value, at: '' })];
  const replacements = places.flatMap((place) => {
    const name = parsePointer(place.at).at(-1) ?? '';
    if (typeof place.value !== 'string' || plannedDay(name, 0) === undefined) return [];
    const format = textFormat(effectiveSchema(contract.document, place.pointer, 'request'), name);
    const moved = format === 'date' || format === 'date-time' ? movedText(place.value, shift) : undefined;
    return moved === undefined ? [] : [{ at: place.at, candidates: [moved] }];
  });
  return replaceWhereValid(value, replacements, (changed) => contract.schemas.accepts(pointer, changed, 'request'));
}

function movedText(text: string, shift: number): string | undefined {
  const isDay = text.length === 10;
  const hours = isDay ? 0 : HOURS_APART * Math.floor(shift / FORTNIGHTS);
  const moved = Date.parse(text) + (shift % FORTNIGHTS) * FORTNIGHT_MS + hours * HOUR_MS;
  if (Number.isNaN(moved)) return undefined;
  return isDay ? new Date(moved).toISOString().slice(0, 10) : new Date(moved).toISOString().replace('.000', '');
}
