import { Document, visit } from 'yaml';
import { isObject, setProperty } from '../../core/json/index.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../../core/model.ts';

/** Marks a number in a string; a noncharacter, which no document has. */
const NUMBER_MARKER = '\uFDD0';

/** A character that is invisible, or a command of a CI system: in double quotes, each can be written as an escape. */
const HARMFUL = /[^\P{C}\n\t\p{Co}\p{Cn}]|[\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu;
const WORKFLOW_COMMAND = /^\s*::/m;

/** Writes YAML text, in which nothing is a command of a CI system or invisible, should it be printed. The library writes doubles only: other numbers are marked strings until they are text. */
export function stringifyYaml(root: JsonValue): string {
  const document = new Document(withMarkedNumbers(root), { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, scalar) => {
      const { value } = scalar;
      if (typeof value === 'string' && isHarmful(value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document
    .toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
    .replace(HARMFUL, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`);
  return text.replace(new RegExp(`"?(?:${NUMBER_MARKER}|\\\\uFDD0)(-?[0-9.eE+-]+)"?`, 'gi'), '$1');
}

function isHarmful(text: string): boolean {
  return text.search(HARMFUL) >= 0 || WORKFLOW_COMMAND.test(text);
}

function withMarkedNumbers(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return NUMBER_MARKER + value.text;
  if (Array.isArray(value)) return value.map(withMarkedNumbers);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, each] of Object.entries(value)) setProperty(copy, name, withMarkedNumbers(each));
  return copy;
}
