import { isObject } from '../../core/json/index.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { OpenApiDocument } from '../document.ts';

/** What the document says in words where a pointer leads; empty if it says nothing there. */
export function textAt(document: OpenApiDocument, pointer: string, keyword = 'description'): string {
  const { value } = document.resolve(pointer);
  const text = isObject(value) ? getAt(value, `/${keyword}`) : undefined;
  return typeof text === 'string' ? text : '';
}
