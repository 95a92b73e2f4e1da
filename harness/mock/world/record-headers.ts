import { originOf } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { declaredHeader, withValidHeader } from '../respond/response-headers.ts';
import type { MockResponse } from '../types.ts';
import { withRecordTag } from './conditions/conditions.ts';
import { locationOf } from './item-location.ts';
import type { Shown } from './plan.ts';
import type { WorldOperation } from './world.ts';
import type { WorldCall } from './world-responder.ts';

type ShownRecord = Extract<Shown, { record: unknown }>;

/** The response with what is said in headers of the record that it is about. */
export function withRecordHeaders(
  contract: Contract,
  call: Pick<WorldCall, 'request' | 'operation'>,
  found: WorldOperation,
  response: MockResponse,
  shown: ShownRecord,
): MockResponse {
  const located = shown.isNew ? withLocation(contract, call, found, response, shown.record) : response;
  return shown.stored ? withRecordTag(contract, call.operation, located, found.types, shown.stored) : located;
}

function withLocation(
  contract: Contract,
  { request, operation }: Pick<WorldCall, 'request' | 'operation'>,
  { operation: resource, types }: WorldOperation,
  response: MockResponse,
  { path }: ShownRecord['record'],
): MockResponse {
  const spec = operation.response(response.status);
  if (!declaredHeader(spec, 'location')) return response;
  const location = locationOf(types.type, path, resource, request);
  if (location === undefined) return response;
  const located = withValidHeader(contract, spec, response, [['location', location]]);
  if (located !== response) return located;
  return withValidHeader(contract, spec, response, [['location', originOf(request) + location]]);
}
