import { isObject } from '../../../../core/json/index.ts';
import { parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { isHidingName } from '../../../../openapi/resources/operations/filter-names.ts';
import type { ExpectedProperty } from './expected-properties.ts';

const STATE = /\b(status|state|visibility)$/;

/** Whether reads and lists may leave a record out for what it was sent, such as `archived: true` or `status: deleted`. */
export function mayBeHidden(expected: readonly ExpectedProperty[], body: JsonValue | undefined): boolean {
  const shown = expected.some(({ pointer, value }) => hides(parsePointer(pointer).at(-1) ?? '', value));
  return shown || (isObject(body) && Object.entries(body).some(([name, value]) => hides(name, value)));
}

/** Whether a value of a property stands for a record that is not shown with the others. */
export function hides(name: string, value: JsonValue): boolean {
  const named = words(name).join(' ');
  return value === true ? isHidingName(name) : STATE.test(named) && isHidingName(String(value).toLowerCase());
}
