import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { Operation, Parameter } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { isJsonType } from '../../media-type.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import { words } from '../names.ts';

/** A part of a request that says which records a list shows, and how: a query parameter, or a property in the body of a search. */
export interface Selector {
  readonly in: 'query' | 'body';
  /** Name of the parameter, or JSON Pointer in the body. */
  readonly at: string;
  /** Without the object that it is in. */
  readonly name: string;
  /** Pointer of its schema. */
  readonly schema: string | undefined;
}

/** Objects of a body that are a list's selectors; in others, properties describe something else. */
const GROUPS = /^(filters?|where|criteria|conditions?|query|search|match|page|paging|pagination|options)$/;

/** The query parameters of an operation, and the properties of its body if that selects records, too. */
export function selectorsOf(document: OpenApiDocument, operation: Operation): Selector[] {
  const query = operation.parameters.flatMap((parameter): Selector[] => {
    const { in: place, name, schema } = parameter;
    return place === 'query' && !choosesFields(document, parameter) ? [{ in: place, at: name, name, schema }] : [];
  });
  const schema = operation.requestBody?.content.find(({ type }) => isJsonType(type))?.schema;
  return schema === undefined ? query : [...query, ...propertiesOf(document, schema, '', false)];
}

const SHOWS = /\b(includ|return|show|embed|expand|omit|exclud|hid|add)\w*\b/i;
const FIELDS = /\b(fields?|propert(y|ies)|attributes?|columns?|details)\b/i;

/** True for a switch that says what of each record is shown, although a property may have its name: 'whether to include the field'. */
export function choosesFields(document: OpenApiDocument, { pointer, schema }: Parameter): boolean {
  const { value } = document.resolve(pointer);
  const description = isObject(value) ? value['description'] : undefined;
  if (schema === undefined || typeof description !== 'string') return false;
  if (!SHOWS.test(description) || !FIELDS.test(description)) return false;
  return effectiveSchema(document, schema, 'request').types.every((type) => type === 'boolean');
}

function propertiesOf(document: OpenApiDocument, schema: string, at: string, isGroup: boolean): Selector[] {
  const { properties } = effectiveSchema(document, schema, 'request');
  return [...properties].flatMap(([name, [pointer]]): Selector[] => {
    const place = appendTokens(at, name);
    const isInner = pointer !== undefined && isObject(document.resolve(pointer).value) && !isGroup;
    const inner = isInner && isSelectorGroup(name) ? propertiesOf(document, pointer, place, true) : [];
    return inner.length > 0 ? inner : [{ in: 'body', at: place, name, schema: pointer }];
  });
}

/** Whether an object in the body of a search is named after what its properties are: `filters`, `page`. */
export function isSelectorGroup(name: string): boolean {
  return GROUPS.test(words(name).join(''));
}

const SEARCHES = new Set(['search', 'find', 'query', 'filter', 'lookup', 'list']);

/** True for the last segment of the path of a POST that reads: `/books/search`, `/books/_query`. */
export function isSearchName(segment: string): boolean {
  return SEARCHES.has(words(segment)[0] ?? '');
}
