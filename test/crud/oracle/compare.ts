import { isRow, type Json, type Row } from '../../../fixtures/crud/json.ts';

/** Whether a service may change a property with every change of others. */
function isVolatile(name: string): boolean {
  return name === 'updatedAt' || name === 'total' || name.startsWith('_');
}

/** The first property whose value is not the one that was sent; undefined if all are. */
export function notShown(sent: Row, actual: Row): string | undefined {
  return Object.keys(sent).find((name) => !isSame(sent[name], actual[name]));
}

/** The first property that differs, except those that change with every update. */
export function changed(before: Row, after: Row): string | undefined {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].find((name) => !isVolatile(name) && !isSame(before[name], after[name]));
}

/** Whether values are the same in another representation: date-times by instant, lists as sets, null as absent. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [one ?? null, other ?? null];
  if (Array.isArray(a) || Array.isArray(b)) return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
  if (isRow(a) && isRow(b)) return changed(a, b) === undefined;
  if (isTime(a) && isTime(b)) return Math.abs(Date.parse(a) - Date.parse(b)) < 1000;
  return a === b;
}

function sorted(list: Json): Json {
  return Array.isArray(list) ? list.toSorted() : list === null ? [] : list;
}

function isTime(value: Json): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}
