import { isObject, setProperty, toDoubles } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { BUNDLE } from '../bundle/bundle.ts';
import { isDataKeyword, NAMED_MAPS } from '../bundle/data-keywords.ts';

/**
 * Copies a document for Redocly, which knows doubles only and resolves every `$ref`: the copy has none in data and in extensions, where
 * it is not a reference.
 */
export function plainCopy(value: JsonValue, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => plainCopy(item));
  if (!isObject(value)) return toDoubles(value);
  const copy: JsonObject = {};
  for (const [name, inner] of Object.entries(value)) {
    const isData = !isMap && (isExtension(name) || isDataKeyword(name, inner));
    const plain = isData ? withoutReferences(inner) : plainCopy(inner, !isMap && NAMED_MAPS.has(name));
    setProperty(copy, name, plain as JsonValue);
  }
  return copy;
}

function isExtension(name: string): boolean {
  return name.startsWith('x-') && name !== BUNDLE;
}

function withoutReferences(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (!isObject(value)) return toDoubles(value);
  const copy: JsonObject = {};
  for (const [name, inner] of Object.entries(value))
    if (name !== '$ref') setProperty(copy, name, withoutReferences(inner) as JsonValue);
  return copy;
}
