import { stringify } from 'yaml';
import { isObject, setProperty } from '../../core/json/index.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../../core/model.ts';

/** Marks a number in a string; a noncharacter, which no document has. */
const NUMBER_MARKER = '\uFDD0';

/** Writes YAML text. The library writes doubles only: other numbers are marked strings until they are text. */
export function stringifyYaml(root: JsonValue): string {
  const text = stringify(withMarkedNumbers(root), { aliasDuplicateObjects: false, lineWidth: 0 });
  return text.replace(new RegExp(`"?(?:${NUMBER_MARKER}|\\\\uFDD0)(-?[0-9.eE+-]+)"?`, 'gi'), '$1');
}

function withMarkedNumbers(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return NUMBER_MARKER + value.text;
  if (Array.isArray(value)) return value.map(withMarkedNumbers);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, each] of Object.entries(value)) setProperty(copy, name, withMarkedNumbers(each));
  return copy;
}
