import { isObject } from '../../../core/json/index.ts';
import { parsePointer } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { SchemaProperty } from '../../../openapi/resources/model.ts';
import { topName, words } from '../../../openapi/resources/names.ts';
import { compatible } from '../../../openapi/resources/representations/schema-properties.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** What says that a filter takes something else than the identifiers that the property has. */
const OTHER_VALUES = /\b(names?|username|login|slug|e-?mail|title|codes?|keyword|text)\b/i;

/**
 * The property that a query parameter selects by although its name differs a little: `project` by `projectId`, `ProjectIDFK` by `ProjectID`, and
 * `orderStatus` of orders by `status`. One whose values are of another type is another one.
 */
export function nearProperty(
  document: OpenApiDocument,
  { parameters }: Operation,
  name: string,
  type: readonly string[],
  properties: readonly SchemaProperty[],
): readonly string[] | undefined {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
  if (!parameter?.schema) return undefined;
  const { types, hasType } = effectiveSchema(document, parameter.schema, 'request');
  const near = new Set(nearNames(words(name), type).map((each) => each.join('')));
  const found = properties.filter(
    (each) => near.has(words(topName(each.pointer) ?? '').join('')) && (!hasType || compatible(types, each.types)),
  );
  const [only, ...others] = found;
  const { value } = document.resolve(parameter.pointer);
  const description = isObject(value) ? value['description'] : undefined;
  const isOther = typeof description === 'string' && OTHER_VALUES.test(description);
  return only && others.length === 0 && !isOther ? parsePointer(only.pointer) : undefined;
}

function nearNames(own: readonly string[], type: readonly string[]): (readonly string[])[] {
  const isForeign = own.length > 1 && /^(fk|idfk)$/.test(own.at(-1) ?? '');
  const stem = own.slice(0, -1);
  const foreign = isForeign ? (own.at(-1) === 'fk' ? [stem] : [[...stem, 'id'], stem]) : [];
  const isOfType = own.length > type.length && type.every((word, index) => word === own[index]);
  return [...foreign, [...own, 'id'], ...(isOfType ? [own.slice(type.length)] : [])];
}
