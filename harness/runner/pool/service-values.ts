import type { Operation } from '../../core/model.ts';
import { type RequestSpec, withParameter } from '../../generate/requests/build-request.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import type { RecordReference } from '../../generate/requests/unique-values.ts';
import { fieldMask } from '../../openapi/parameters/field-mask.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import type { Paging } from '../../openapi/resources/operations/page-facts.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';

/**
 * Where requests of an operation keep their values: another in the place of a reference would name no record, a cursor, an
 * entity tag and a version come from the service, and the identifier in an update is that of the record itself.
 */
export function fixedPlaces(operation: ResourceOperation): RecordReference[] {
  const { references, role, ownIdentifiers, path } = operation;
  const elsewhere = path.filter((each) => each.in !== 'path');
  const isUpdate = role === 'update' || role === 'patch';
  const own = isUpdate ? ownIdentifiers.map(({ pointer }) => ({ in: 'body', at: pointer }) as const) : [];
  return [...references, ...elsewhere, ...givenByService(operation), ...own];
}

/** What only the service gives: a cursor comes from the page before, an entity tag or a version from a read; a mask names properties. */
function givenByService({ operation, paging, version }: ResourceOperation): RecordReference[] {
  const cursor = hasCursor(paging) ? paging?.position : undefined;
  const tag = entityTagParameter(operation);
  const mask = fieldMask(operation);
  return [
    ...(cursor === undefined || !paging ? [] : [{ in: paging.in, at: cursor } as const]),
    ...(mask === undefined ? [] : [{ in: 'query', at: mask.name } as const]),
    ...(tag === undefined ? [] : [{ in: 'header', at: tag.name } as const]),
    ...(version === undefined ? [] : [{ in: 'body', at: version.at } as const]),
  ];
}

/** Asks for the first page: a cursor that the service did not give need not be accepted, nor a page beyond the last one. */
export function onFirstPage(model: ResourceModel, { id, parameters }: Operation, spec: RequestSpec): RequestSpec {
  const paging = model.operations.get(id)?.paging;
  const position = parameters.find(({ in: place, name }) => place === 'query' && name === paging?.position);
  if (!paging || !position || spec.parameters.query[position.name] === undefined) return spec;
  if (hasCursor(paging)) return position.required ? spec : withParameter(spec, position, undefined);
  return paging.first === undefined ? spec : withParameter(spec, position, paging.first);
}

/** Whether a request asks for another page than the first, which a list need not have. */
export function asksForLaterPage(model: ResourceModel, { operation, spec }: SpecifiedCase): boolean {
  const paging = model.operations.get(operation.id)?.paging;
  if (paging?.in !== 'query' || paging.position === undefined || paging.first === undefined) return false;
  const position = spec.parameters.query[paging.position];
  return position !== undefined && String(position) !== String(paging.first);
}

function hasCursor(paging: Paging | undefined): boolean {
  return paging?.style === 'cursor' || paging?.style === 'after';
}
