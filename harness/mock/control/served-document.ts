import { InputError, unknownName } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';

/** A document that a mock serves. */
export interface ServedDocument {
  readonly contract: Contract;
  /** The paths below which it is served, without a trailing slash, at least one; empty for the root. */
  readonly basePaths: readonly string[];
}

/** Returns the path by which a document is named: the first of its base paths. */
export function documentPathOf({ basePaths: [first] }: ServedDocument): string {
  return first || '/';
}

/** An operation with its document: others may have one of the same name. */
export interface ServedOperation<Document extends ServedDocument = ServedDocument> {
  readonly document: Document;
  readonly operation: Operation;
}

/**
 * Finds an operation by its operationId or `METHOD /path`, the path with or without that of its document.
 * @throws {InputError} with the nearest name, or with what tells apart operations of several documents
 */
export function findOperation<Document extends ServedDocument>(
  documents: readonly Document[],
  name: string,
): ServedOperation<Document> {
  const whole = documents.flatMap((document) => foundIn(document, (each) => namesOf(document, each).includes(name)));
  const found = whole.length > 0 ? whole : documents.flatMap((document) => byOwnName(document, name));
  const [first] = found;
  if (first && found.length === 1) return first;
  if (!first) throw unknownOperation(documents, name);
  const names = found.map(({ document, operation }) => operationName(document, operation));
  throw new InputError(`several documents have an operation ${name}: write ${names.join(' or ')}`);
}

/** Names an operation so that no other document has one of that name: `GET /shop/orders`. */
export function operationName({ basePaths: [basePath = ''] }: ServedDocument, { method, path }: Operation): string {
  return `${method} ${basePath}${path}`;
}

function namesOf({ basePaths }: ServedDocument, { method, path }: Operation): string[] {
  return basePaths.map((basePath) => `${method} ${basePath}${path}`);
}

function byOwnName<Document extends ServedDocument>(document: Document, name: string): ServedOperation<Document>[] {
  const operation = document.contract.operation(name);
  return operation ? [{ document, operation }] : [];
}

function foundIn<Document extends ServedDocument>(
  document: Document,
  isWanted: (operation: Operation) => boolean,
): ServedOperation<Document>[] {
  return document.contract.operations.filter(isWanted).map((operation) => ({ document, operation }));
}

function unknownOperation(documents: readonly ServedDocument[], name: string): InputError {
  const known = documents.flatMap((document) =>
    document.contract.operations.flatMap((operation) => [operation.id, operationName(document, operation)]),
  );
  const owner = documents.length === 1 ? 'the document has' : 'the documents have';
  return unknownName(`${owner} no operation ${name}`, name, known, undefined, 10);
}
