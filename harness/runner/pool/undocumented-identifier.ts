import { isObject } from '../../core/json/index.ts';
import { appendTokens, getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Identifier, ResourceType, SchemaProperty } from '../../openapi/resources/model.ts';
import { identifyingProperty } from '../../openapi/resources/references/identifying.ts';
import { isOfType, TYPES } from '../../openapi/schema/instance-types.ts';

/** An identifier in the body of a creation. */
export interface UndocumentedIdentifier {
  readonly value: JsonValue;
  readonly pointer: string;
}

/**
 * Finds an identifier in a body that the document does not describe, as many leave responses without a schema: at the
 * top, or in the only object there, such as `data`.
 */
export function undocumentedIdentifier(
  { words }: ResourceType,
  identifier: Identifier,
  body: JsonValue | undefined,
): UndocumentedIdentifier | undefined {
  if (!isObject(body)) return undefined;
  const envelopes = Object.keys(body).filter((name) => isObject(body[name]));
  for (const record of ['', ...(envelopes.length === 1 ? [appendTokens('', envelopes[0] ?? '')] : [])]) {
    const found = identifyingProperty(propertiesOf(getAt(body, record)), identifier, words);
    if (found) return { value: getAt(body, record + found.pointer) ?? null, pointer: record + found.pointer };
  }
  return undefined;
}

function propertiesOf(value: JsonValue | undefined): SchemaProperty[] {
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, item]) => ({
    pointer: appendTokens('', name),
    types: TYPES.filter((type) => isOfType(item, type)),
    format: undefined,
    required: false,
    enumerated: false,
    readOnly: false,
    writeOnly: false,
  }));
}
