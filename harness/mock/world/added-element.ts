import type { JsonObject } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import { elementArray } from '../../openapi/resources/element-arrays.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import type { RecordShape } from './records/record-shape.ts';

const arrays = new WeakMap<ResourceOperation, { readonly name: string | undefined }>();

/** Returns a record with what an action adds to one of its arrays. */
export function withElement(
  operation: ResourceOperation,
  { representation }: RecordShape,
  before: JsonObject,
  sent: JsonObject | undefined,
): JsonObject {
  const { name } =
    arrays.get(operation) ?? keep(arrays, operation, { name: elementArray(operation, representation.properties) });
  const list = name === undefined ? undefined : before[name];
  return name !== undefined && Array.isArray(list) && sent ? { ...before, [name]: [...list, sent] } : before;
}
