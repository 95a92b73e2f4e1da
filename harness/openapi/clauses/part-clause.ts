import { flattenRope } from '../../core/json/pointer.ts';
import type { SourceLocation } from '../../core/model.ts';
import { stripScope } from '../bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../document.ts';

/** What a keyword says about a part of an exchange, before its place in the file is known. */
export interface UnlocatedClause {
  /** Pointer of the keyword. */
  readonly pointer: string;
  /** JSON Pointer into the value, with `*` for every item. */
  readonly instancePath: string;
  /** Path and keyword. */
  readonly keyword: string;
  readonly description: string;
}

/** What a keyword says about a part of an exchange; the operations that have it share it. */
export interface PartClause extends UnlocatedClause {
  readonly location: SourceLocation;
}

export function locate(document: OpenApiDocument, clause: UnlocatedClause): PartClause {
  const pointer = flattenRope(stripScope(clause.pointer));
  return {
    pointer,
    location: document.locate(pointer),
    instancePath: clause.instancePath,
    keyword: oneLine(clause.keyword),
    description: flattenRope(clause.description),
  };
}

/** Writes a part of an id in one line. */
export function oneLine(text: string): string {
  return flattenRope(text.trim().replace(/\s+/g, ' '));
}
