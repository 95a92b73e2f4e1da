import type { Operation } from '../../core/model.ts';
import { type RequestSpec, withParameter } from '../../generate/requests/build-request.ts';
import type { RecordReference } from '../../generate/requests/unique-values.ts';
import type { Paging, ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';

/**
 * Where requests of an operation keep their values: another in the place of a reference would name no record, a cursor, an
 * entity tag and a version come from the service, and the identifier in an update is that of the record itself.
 */
export function fixedPlaces(operation: ResourceOperation): RecordReference[] {
  const { references, role, ownIdentifiers } = operation;
  const isUpdate = role === 'update' || role === 'patch';
  const own = isUpdate ? ownIdentifiers.map(({ pointer }) => ({ in: 'body', at: pointer }) as const) : [];
  return [...references, ...givenByService(operation), ...own];
}

/** What only the service gives: a cursor comes from the page before, an entity tag or a version from a read. */
function givenByService({ operation, paging, version }: ResourceOperation): RecordReference[] {
  const cursor = hasCursor(paging) ? paging.position : undefined;
  const tag = entityTagParameter(operation);
  return [
    ...(cursor === undefined || !paging ? [] : [{ in: paging.in, at: cursor } as const]),
    ...(tag === undefined ? [] : [{ in: 'header', at: tag.name } as const]),
    ...(version === undefined ? [] : [{ in: 'body', at: version.at } as const]),
  ];
}

/** A cursor that the service did not give need not be accepted. */
export function withoutCursor(model: ResourceModel, { id, parameters }: Operation, spec: RequestSpec): RequestSpec {
  const paging = model.operations.get(id)?.paging;
  const cursor = parameters.find(({ in: place, name }) => place === 'query' && name === paging?.position);
  if (!hasCursor(paging) || !cursor || cursor.required) return spec;
  return withParameter(spec, cursor, undefined);
}

function hasCursor(paging: Paging | undefined): paging is Paging {
  return paging?.style === 'cursor' || paging?.style === 'after';
}
