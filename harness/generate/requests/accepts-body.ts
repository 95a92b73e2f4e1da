import type { JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { requestMediaType } from './build-request.ts';

/** True if a body is valid in the media type in which bodies of the operation are sent; any is where that has no schema. */
export function acceptsBody(contract: Contract, operation: Operation, body: JsonValue): boolean {
  const schema = requestMediaType(operation)?.schema;
  return schema === undefined || contract.schemas.accepts(schema, body, 'request');
}
