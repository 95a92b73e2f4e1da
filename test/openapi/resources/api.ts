import type { Contract } from '../../../harness/openapi/contract.ts';
import { readCorrections } from '../../../harness/openapi/resources/corrections/corrections.ts';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../../harness/openapi/resources/model.ts';
import { load, object } from '../documents.ts';

export type Schema = { readonly [keyword: string]: unknown };

/** What an operation documents; all of it may be absent. */
export interface Endpoint {
  readonly id?: string;
  readonly sends?: Schema;
  readonly mediaType?: string;
  readonly gives?: Schema;
  /** Default: 200, or 204 if it gives nothing. */
  readonly status?: string;
  /** Further documented statuses. */
  readonly also?: readonly string[];
  readonly path?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Schema & { readonly required?: boolean }>>;
  readonly header?: Readonly<Record<string, Schema>>;
  readonly responseHeaders?: readonly string[];
  readonly links?: Readonly<Record<string, object>>;
}

/** Endpoints by method and path, e.g. `GET /books/{bookId}`. */
export type Api = Readonly<Record<string, Endpoint>>;

export function record(
  properties: Readonly<Record<string, string | Schema>>,
  required: readonly string[] = [],
): Schema {
  const schemas = Object.entries(properties).map(([name, schema]) => [
    name,
    typeof schema === 'string' ? { type: schema } : schema,
  ]);
  return { type: 'object', properties: Object.fromEntries(schemas), ...(required.length > 0 && { required }) };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

export function contractOf(api: Api, schemas: Readonly<Record<string, Schema>> = {}): Contract {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(api)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operation(path, endpoint);
  }
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, components: { schemas } };
  return load({ 'spec.yaml': JSON.stringify(document) });
}

function operation(path: string, endpoint: Endpoint): object {
  const { id, sends, gives, mediaType = 'application/json', responseHeaders = [], links } = endpoint;
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: endpoint.path?.[name] ?? { type: 'string' },
  }));
  const inQuery = Object.entries(endpoint.query ?? {}).map(([name, { required = false, ...schema }]) => ({
    name,
    in: 'query',
    required,
    schema,
  }));
  const inHeader = Object.entries(endpoint.header ?? {}).map(([name, schema]) => ({ name, in: 'header', schema }));
  const headers = Object.fromEntries(responseHeaders.map((name) => [name, { schema: { type: 'string' } }]));
  const success = {
    description: 'ok',
    headers,
    links,
    ...(gives && { content: { 'application/json': { schema: gives } } }),
  };
  const also = (endpoint.also ?? []).map((status) => [status, { description: 'also' }]);
  return {
    ...(id && { operationId: id }),
    parameters: [...inPath, ...inQuery, ...inHeader],
    ...(sends && { requestBody: { content: { [mediaType]: { schema: sends } } } }),
    responses: { [endpoint.status ?? (gives ? '200' : '204')]: success, ...Object.fromEntries(also) },
  };
}

/** The model of an API; `corrections` is the YAML of `resources`. */
export function modelOf(api: Api, schemas: Readonly<Record<string, Schema>> = {}, corrections?: string): ResourceModel {
  const contract = contractOf(api, schemas);
  return resourceModel(contract, corrections === undefined ? undefined : readCorrections(object(corrections)));
}

export function typeOf(model: ResourceModel, name: string): ResourceType {
  const found = model.types.find((type) => type.name === name);
  if (!found) throw new Error(`no type ${name} among ${model.types.map((type) => type.name).join(', ')}`);
  return found;
}

export function operationOf(model: ResourceModel, id: string): ResourceOperation {
  const found = model.operations.get(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

/** `role resource` of each operation, e.g. `create book`; `-` for none. */
export function roles(model: ResourceModel): Record<string, string> {
  const entries = [...model.operations].map(([id, { role, resource, creates, filtered, ends }]) => {
    const marks = [creates && role !== 'create' && 'creates', filtered && 'filtered', ends && `ends ${ends}`];
    return [id, [role, resource ?? '-', ...marks.filter(Boolean)].join(' ')];
  });
  return Object.fromEntries(entries);
}

/** `source operation place` of each binding of an identifier. */
export function bindings(model: ResourceModel, type: string, identifier: string): string[] {
  const found = typeOf(model, type).identifiers.find(({ name }) => name === identifier);
  return (found?.bindings ?? []).map(({ source, operation: id, from }) => {
    if (from.in === 'response body')
      return `${source} ${id} ${from.items === undefined ? '' : `${from.items}/*`}${from.pointer}`;
    if (from.in === 'request body') return `${source} ${id} ${from.pointer}`;
    if (from.in === 'request parameter') return `${source} ${id} ${from.parameter.in} ${from.parameter.name}`;
    if (from.in === 'response header') return `${source} ${id} ${from.name}`;
    if (from.in === 'location') return `${source} ${id}`;
    return `${source} ${id} ${JSON.stringify(from)}`;
  });
}

/** `place -> type.identifier` of each reference of an operation. */
export function references(model: ResourceModel, id: string): string[] {
  return operationOf(model, id).references.map(
    ({ in: place, at, resource, identifier, required, many }) =>
      `${place} ${at} -> ${resource}.${identifier}${many ? ' many' : ''}${required ? ' required' : ''}`,
  );
}
