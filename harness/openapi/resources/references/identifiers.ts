import { appendTokens, parsePointer } from '../../../core/json/pointer.ts';
import type { BindingSource, Identifier, IdentifierBinding, Representation, SchemaProperty } from '../model.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import { successResponses } from '../representations/representation.ts';
import type { InferredType } from '../types/inferred-type.ts';
import { identifyingProperty, isIdentifierAlone, keyProperty, sentIdentifier } from './identifying.ts';
import type { LinkedParameter } from './links.ts';

/** An identifier without its bindings. */
export type InferredIdentifier = Pick<Identifier, 'name' | 'types' | 'format' | 'component' | 'shownAs' | 'shownTypes'>;

/** The property that identifies records of a type without an item path, e.g. `id`; undefined if its bodies have none. */
export function keyOf(
  inferred: InferredType,
  operations: readonly InferredOperation[],
): InferredIdentifier | undefined {
  for (const { response, role, creates } of operations) {
    const property = (role === 'list' || creates) && response && keyProperty(response.properties, inferred.words);
    if (!property) continue;
    const { pointer, types, format } = property;
    return { name: parsePointer(pointer).at(-1) ?? '', types, format };
  }
  return undefined;
}

/** What the bindings of a type are read from. */
export interface BindingContext {
  readonly inferred: InferredType;
  readonly identifier: InferredIdentifier;
  /** Operations of the type. */
  readonly operations: readonly InferredOperation[];
  /** Operations of types with the same representation, if no operation of the type itself creates its records. */
  readonly related: readonly InferredOperation[];
  /** Links that fill the identifier. */
  readonly links: readonly LinkedParameter[];
  readonly configured: readonly IdentifierBinding[];
}

/** Where an identifier of a type can be read, most trusted first. */
export function bindIdentifier(context: BindingContext): IdentifierBinding[] {
  const { operations, related, links, configured } = context;
  const creating = operations.filter(({ creates }) => creates);
  // A list elsewhere may be of something about the records, such as a log of them.
  const ownListsFirst = operations.toSorted((a, b) => Number(a.filtered) - Number(b.filtered));
  return [
    ...configured,
    ...links.map(({ source, from, reason }) => binding('link', source.id, from, reason)),
    ...creating.flatMap((operation) => documentedLocation(context, operation)),
    ...[...creating, ...related.filter(({ creates }) => creates)].flatMap((each) => inResponse(context, each)),
    ...creating.flatMap((operation) => inRequest(context, operation)),
    ...creating.flatMap((operation) => undocumentedLocation(context, operation)),
    ...[...ownListsFirst, ...related].flatMap((operation) => inList(context, operation)),
  ];
}

function binding(
  source: BindingSource,
  operation: string,
  from: IdentifierBinding['from'],
  reason: string,
): IdentifierBinding {
  return { source, operation, from, reason };
}

function documentedLocation(
  { inferred, identifier }: BindingContext,
  { operation }: InferredOperation,
): IdentifierBinding[] {
  const response = successResponses(operation).find(({ headers }) => headers.some(isLocation));
  if (!response || !inferred.item || inferred.singleton) return [];
  const from = { in: 'location', item: inferred.item.template, name: identifier.name } as const;
  return [binding('location', operation.id, from, `the ${response.key} response documents a Location header`)];
}

function isLocation({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() === 'location';
}

/** RFC 9110 15.3.2: without a Location header, a 201 is about the target URI itself; many services send one undocumented. */
function undocumentedLocation(context: BindingContext, inferred: InferredOperation): IdentifierBinding[] {
  const { operation } = inferred;
  const created = operation.responses.find(({ key }) => key === '201');
  if (!created || operation.method !== 'POST' || created.headers.some(isLocation)) return [];
  const item = context.inferred.item?.template;
  if (item === undefined || context.inferred.singleton) return [];
  const from = { in: 'location', item, name: context.identifier.name } as const;
  return [
    binding(
      'location',
      operation.id,
      from,
      'a 201 may have a Location header without documenting it (RFC 9110 15.3.2)',
    ),
  ];
}

function inResponse(
  { inferred, identifier }: BindingContext,
  { operation, response, role }: InferredOperation,
): IdentifierBinding[] {
  const pointer = response && identifierPointer(response, identifier, inferred.words);
  if (response === undefined || pointer === undefined) return [];
  const { items } = response;
  // Elsewhere, an array has records that were there before.
  if (items !== undefined && role !== 'create') return [];
  const from = { in: 'response body', pointer, ...(items !== undefined && { items }) } as const;
  const place = items === undefined ? 'response' : `items of ${items} of the response`;
  return [binding('response', operation.id, from, named(identifier, pointer, place))];
}

/** In the record, else beside it. */
function identifierPointer(
  { envelope, properties, identities }: Representation,
  identifier: InferredIdentifier,
  resource: readonly string[],
): string | undefined {
  if (isIdentifierAlone(properties, identifier)) return envelope;
  const inside = identifyingProperty(properties, identifier, resource);
  return inside ? envelope + inside.pointer : identifyingProperty(identities, identifier, resource)?.pointer;
}

function inRequest({ inferred, identifier, operations }: BindingContext, each: InferredOperation): IdentifierBinding[] {
  const { operation, request, scope, path } = each;
  const parameter = path.find(
    ({ resource, identifier: name }) => resource === each.resource && name === identifier.name,
  );
  if (scope === 'item' && parameter?.in === 'path') {
    const from = { in: 'request parameter', parameter: { in: 'path', name: parameter.at } } as const;
    return [binding('request', operation.id, from, 'the client chooses it in the path')];
  }
  const property = request && sentIdentifier(request.properties, identifier, inferred.words, shownBy(operations));
  if (!property || property.readOnly) return [];
  const pointer = request.envelope + property.pointer;
  return [binding('request', operation.id, { in: 'request body', pointer }, named(identifier, pointer, 'request'))];
}

/** The properties that each operation shows of a record. */
export function shownBy(operations: readonly InferredOperation[]): (readonly SchemaProperty[])[] {
  return operations.flatMap(({ response }) => (response ? [response.properties] : []));
}

function inList(
  { inferred, identifier, configured }: BindingContext,
  { operation, response, role }: InferredOperation,
): IdentifierBinding[] {
  if (role !== 'list' || response?.items === undefined) return [];
  const pointer = configuredPointer(response, configured) ?? identifierPointer(response, identifier, inferred.words);
  if (pointer === undefined) return [];
  const from = { in: 'response body', items: response.items, pointer } as const;
  return [binding('list', operation.id, from, named(identifier, pointer, 'list items'))];
}

/** The property that the user names in the response of a creation identifies the items of lists, too. */
function configuredPointer({ envelope, properties }: Representation, configured: readonly IdentifierBinding[]) {
  const names = configured.flatMap(({ from }) =>
    from.in === 'response body' ? parsePointer(from.pointer).slice(-1) : [],
  );
  const property = properties.find(({ pointer }) => names.some((name) => pointer === appendTokens('', name)));
  return property && envelope + property.pointer;
}

function named({ name }: InferredIdentifier, pointer: string, place: string): string {
  if (pointer === '') return `the ${place} is nothing but the identifier`;
  return pointer.endsWith(`/${name}`)
    ? `${pointer} of the ${place} has its name`
    : `${pointer} of the ${place} is named like ${name}`;
}
