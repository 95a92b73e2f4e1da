import type { ResourceOperation, ResourceType } from './model.ts';
import { isPlural, nameKey, topName, words } from './names.ts';

/** `line_count`, and `number of lines`; not `line_number`, nor the sum in `line_total`. */
const COUNT_LAST = /^(.+) count$/;
const COUNT_FIRST = /^(?:num|total|count|number of|total number of|count of) (.+)$/;

/** A property that the service sets to the number of records below one, and how it is read. */
export interface ChildCount {
  readonly reader: ResourceOperation;
  /** JSON Pointer of a property at the top of the record. */
  readonly pointer: string;
}

/** Finds the number of the records of one type in those above them: `line_count` of an order. */
export function childCount(child: ResourceType, parent: ResourceType): ChildCount | undefined {
  const reader = parent.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  const isSet = new Set(
    parent.properties.flatMap(({ pointer, serverSet }) => (serverSet === undefined ? [] : pointer)),
  );
  const found = reader?.response?.properties.find(
    ({ pointer, types }) => isSet.has(pointer) && types.includes('integer') && counts(pointer, child),
  );
  return reader && found ? { reader, pointer: found.pointer } : undefined;
}

/** Whether a property is named for the number of records of a type. */
function counts(pointer: string, { words: own }: ResourceType): boolean {
  const name = words(topName(pointer) ?? '').join(' ');
  const [, last] = COUNT_LAST.exec(name) ?? [];
  const [, first] = COUNT_FIRST.exec(name) ?? [];
  const counted = last ?? (first !== undefined && isPlural(first) ? first : undefined);
  return counted !== undefined && nameKey(counted) === nameKey(own);
}
