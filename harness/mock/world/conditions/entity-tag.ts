import { createHash } from 'node:crypto';
import { stringifyJson } from '../../../core/json/index.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../../core/model.ts';
import { keep } from '../../../core/util/keep.ts';
import type { ResourceType } from '../../../openapi/resources/model.ts';
import { successResponses } from '../../../openapi/resources/representations/representation.ts';
import type { RecordShape } from '../records/record-shape.ts';
import type { StoredRecord } from '../records/stored-record.ts';

const CONDITIONS = new Set(['if-match', 'if-none-match']);
/** Not modified, precondition failed (RFC 9110), precondition required (RFC 6585). */
const STATUSES = new Set(['304', '412', '428']);

/** True if the document says of a type that its records have entity tags, or that requests depend on them. */
export function hasEntityTags({ operations }: ResourceType): boolean {
  return operations.some(({ operation }) => concernsEntityTags(operation));
}

function concernsEntityTags(operation: Operation): boolean {
  const { parameters, responses } = operation;
  return (
    parameters.some(({ in: place, name }) => place === 'header' && CONDITIONS.has(name.toLowerCase())) ||
    responses.some(({ key }) => STATUSES.has(key)) ||
    successResponses(operation).some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === 'etag'))
  );
}

/** A text that stands for a value: another one for each other value. */
export function tagOf(value: JsonValue | Uint8Array): string {
  const bytes = value instanceof Uint8Array ? value : stringifyJson(value);
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

const known = new WeakMap<object, string>();

/** The same, computed once for each value that does not change any more. */
export function tagOfFixed(value: JsonObject | Uint8Array): string {
  return known.get(value) ?? keep(known, value, tagOf(value));
}

/** The entity tag of a record without quotation marks: what it shows as its own, or else by what it has. */
export function tagOfRecord({ value }: StoredRecord, { stamps }: RecordShape): string {
  const own = stamps.find(({ when }) => when === 'tagged');
  const shown = own && getAt(value, own.pointer);
  return typeof shown === 'string' ? (opaqueTags(shown)[0] ?? shown) : tagOfFixed(value);
}

/** Writes an entity tag in the forms that a document may ask for, that of an example first. */
export function formLike(tag: string, example: string): string[] {
  const [strong, weak] = [`"${tag}"`, `W/"${tag}"`];
  if (example.startsWith('W/')) return [weak, strong, tag];
  return example.startsWith('"') ? [strong, weak, tag] : [tag, strong, weak];
}

/** The entity tags of a header (RFC 9110 section 8.8.3), also without quotation marks; weak ones as if they were strong. */
export function opaqueTags(text: string): string[] {
  return [...text.matchAll(/(?:W\/)?(?:"([^"]*)"|([^\s,"]+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
