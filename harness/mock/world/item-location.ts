import type { JsonValue } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { keep } from '../../core/util/keep.ts';
import { percentEncode } from '../../openapi/parameters/serialize.ts';
import type { ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { pathName, type RecordPath } from './records/stored-record.ts';

/** RFC 9110 section 4.1: what every recipient should support; clients reject longer headers, and services such targets. */
const MAX_LENGTH = 8000;

/** Literal text, or the name of an identifier in a path. */
type Part = { readonly text: string } | { readonly name: string };

/** The item path of each type, taken apart; undefined if no operation has it. */
const templates = new WeakMap<ResourceType, { readonly parts: readonly Part[] | undefined }>();

/** Returns where a record is read, below the base path of a request. @returns undefined if no path identifies it, or only a very long one */
export function locationOf(
  type: ResourceType,
  path: RecordPath,
  { operation }: ResourceOperation,
  request: ReceivedRequest,
): string | undefined {
  const item = itemPathOf(type, path);
  const whole = item === undefined ? undefined : basePath(operation.path, request.path) + item;
  return whole === undefined || whole.length > MAX_LENGTH ? undefined : whole;
}

/** Returns where a record is, as a path of the document. @returns undefined if no path identifies it */
export function itemPathOf(type: ResourceType, path: RecordPath): string | undefined {
  const { parts } = templates.get(type) ?? keep(templates, type, { parts: takeApart(type) });
  if (!parts) return undefined;
  let item = '';
  for (const part of parts) {
    const text = 'text' in part ? part.text : segmentOf(path.get(part.name));
    if (text === undefined) return undefined;
    item += text;
  }
  return item;
}

function segmentOf(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : percentEncode(String(value));
}

function takeApart({ name: own, item, identifiers, operations }: ResourceType): readonly Part[] | undefined {
  if (item === undefined) return undefined;
  const named = operations.find((each) => each.operation.path === item);
  // Other paths than those of its operations may be below it: of an order, `/orders/{orderId}/lines`.
  const below = operations.flatMap(({ path }) => path);
  const names = new Map([
    ...identifiers.map(({ name }) => [name, pathName(own, name)] as const),
    ...(named?.path ?? below).map(({ at, resource, identifier }) => [at, pathName(resource, identifier)] as const),
  ]);
  return item.split(/(\{[^}]+\})/).map((part): Part => {
    const parameter = part.startsWith('{') ? part.slice(1, -1) : undefined;
    // A parameter that identifies no record has no value to fill in.
    return parameter === undefined ? { text: part } : { name: names.get(parameter) ?? '' };
  });
}

/** What a request has before the path of its operation. */
function basePath(template: string, requested: string): string {
  if (template === requested) return '';
  const own = template.split('/').length - 1;
  const segments = requested.split('/');
  return segments.slice(0, Math.max(1, segments.length - own)).join('/');
}
