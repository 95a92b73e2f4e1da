import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { WorldRequest } from './plan.ts';
import { recordIn } from './sent-record.ts';

/**
 * The records that a request to a collection creates at once: those of an array, alone or in a property, whose items are each what the
 * creation of one record takes; if only an array can create records, its objects. @returns undefined if it creates none
 */
export function bulkRecords(contract: Contract, { types, operation, body }: WorldRequest): JsonObject[] | undefined {
  const single = types.type.operations.find(({ role, scope }) => role === 'create' && scope === 'collection');
  if (operation.operation.method !== 'POST') return undefined;
  if (!single && operation.scope === 'collection' && Array.isArray(body) && body.some(isObject))
    return body.filter(isObject);
  if (!single) return undefined;
  const schema = requestMediaType(single.operation)?.schema;
  if (schema === undefined) return undefined;
  const accepts = (item: JsonValue) => contract.schemas.accepts(schema, item, 'request');
  // What takes anything tells nothing.
  if (accepts({})) return undefined;
  const items = arraysIn(body).find((array) => array.length > 0 && array.every(accepts));
  const envelope = single.request?.envelope ?? '';
  return items?.flatMap((item): JsonObject[] => {
    const record = recordIn(item, envelope);
    return record ? [record] : [];
  });
}

function arraysIn(body: JsonValue | undefined): (readonly JsonValue[])[] {
  return [body, ...(isObject(body) ? Object.values(body) : [])].filter((value) => Array.isArray(value));
}
