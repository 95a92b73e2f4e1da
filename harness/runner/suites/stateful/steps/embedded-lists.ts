import type {
  Identifier,
  Representation,
  ResourceModel,
  ResourceOperation,
  ResourceType,
} from '../../../../openapi/resources/model.ts';
import { nameKey } from '../../../../openapi/resources/names.ts';
import { identifyingProperty } from '../../../../openapi/resources/references/identifying.ts';
import { compatible } from '../../../../openapi/resources/representations/schema-properties.ts';

/**
 * Returns the model with lists for types that are only shown inside their parent: the lines that `GET /orders/{orderId}` shows
 * are those of `POST /orders/{orderId}/lines`, and its `tags` those of `PUT /orders/{orderId}/tags/{tag}`. Where the POST gives the whole
 * order, its response shows no line by itself.
 */
export function withEmbeddedLists(model: ResourceModel): ResourceModel {
  const types = model.types.map((type) => withoutInside(withList(model, type)));
  return types.every((type, index) => type === model.types[index]) ? model : { ...model, types };
}

function withoutInside(type: ResourceType): ResourceType {
  const isInside = ({ role, response }: ResourceOperation) => role === 'create' && response?.items !== undefined;
  if (!type.operations.some(isInside)) return type;
  return {
    ...type,
    operations: type.operations.map((each) => (isInside(each) ? { ...each, response: undefined } : each)),
  };
}

function withList(model: ResourceModel, type: ResourceType): ResourceType {
  const { operations, parent, singleton } = type;
  const isShown = operations.some(
    ({ role, response }) => (role === 'read' || role === 'list') && response !== undefined,
  );
  const isCreated = operations.some(({ creates, scope }) => creates && (scope === 'collection' || scope === 'item'));
  const [identifier, ...others] = type.identifiers;
  if (isShown || singleton || !isCreated || !identifier || others.length > 0) return type;
  const reader = model.types
    .find(({ name }) => name === parent)
    ?.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response !== undefined);
  const own = reader && embedded(reader, type, identifier);
  if (!reader || !own) return type;
  const list: ResourceOperation = {
    ...reader,
    resource: type.name,
    role: 'list',
    scope: 'collection',
    response: own.items,
  };
  const items = own.items.items ?? '';
  const from = { in: 'response body', items, pointer: own.identifier } as const;
  const reason = `${reader.operation.id} shows it inside its ${parent}`;
  const bindings = [...identifier.bindings, { source: 'list', operation: reader.operation.id, from, reason } as const];
  return { ...type, identifiers: [{ ...identifier, bindings }], operations: [...operations, list] };
}

/** The array that is named like the last segment of the collection, if its items have the identifier of the type. */
function embedded(
  { response }: ResourceOperation,
  { collection, item, properties, words }: ResourceType,
  identifier: Identifier,
): { readonly items: Representation; readonly identifier: string } | undefined {
  const { bindings, types: own } = identifier;
  const segments = (collection ?? item ?? '').split('/').filter((segment) => !segment.includes('{'));
  const name = nameKey(segments.at(-1) ?? '');
  const array = response?.properties.find(
    ({ pointer, types }) => types.includes('array') && nameKey(pointer.slice(1)) === name,
  );
  if (!response || !array || name === '') return undefined;
  const inside = `${array.pointer}/*`;
  const items = response.envelope + array.pointer;
  const shown = { ...response, envelope: '', items, schemas: [] };
  const alone = response.properties.find(({ pointer }) => pointer === inside);
  // Identifiers that clients choose may be all that is shown.
  const isChosen = bindings.some(({ from }) => from.in === 'request parameter');
  if (alone && isChosen && compatible(alone.types, own))
    return { items: { ...shown, properties: [{ ...alone, pointer: '' }] }, identifier: '' };
  const inItems = response.properties
    .filter(({ pointer }) => pointer.startsWith(`${inside}/`))
    .map((property) => ({ ...property, pointer: property.pointer.slice(inside.length) }));
  const found = bindings.flatMap(({ from }) => (from.in === 'response body' ? [from.pointer] : []));
  const named = isChosen ? identifyingProperty(inItems, identifier, words)?.pointer : undefined;
  const place = found.find((pointer) => inItems.some((property) => property.pointer === pointer)) ?? named;
  const isKnown = properties.some(({ pointer }) => pointer === place);
  if (place === undefined || !isKnown) return undefined;
  return { items: { ...shown, properties: inItems }, identifier: place };
}
