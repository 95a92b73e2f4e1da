import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, MediaType, Operation, Parameter } from '../../core/model.ts';
import { groupBy } from '../../core/util/group-by.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { Role } from '../../openapi/resources/model.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { MockResponse } from '../types.ts';
import { storedAddress } from './stored-address.ts';
import type { World } from './world.ts';

/** A valid request to a path whose PUT stores a value. */
interface ValueCall {
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: JsonValue | undefined;
}

const MAX_VALUES = 1000;
const RECORD_ROLES: ReadonlySet<Role> = new Set<Role>(['create', 'read', 'list', 'update', 'patch', 'delete']);

/** Keeps what PUT stores as a whole where the document has no records, such as the rows of `/invoices/{id}/payments`. */
export class StoredValues {
  private readonly values = new Map<string, JsonValue>();

  /** Keeps what an accepted request has stored, and shows it in the responses to reads of the same path. */
  apply(contract: Contract, { operation, parameters, body }: ValueCall, response: MockResponse): MockResponse {
    if (response.status >= 300) return response;
    const key = storedAddress(operation, parameters);
    const show = (value: JsonValue | undefined) => shown(contract, operation, response, value);
    if (operation.method === 'PUT' && body !== undefined) this.keep(key, body);
    if (operation.method === 'GET') return show(this.values.get(key));
    if (operation.method !== 'DELETE') return response;
    this.keep(key, emptied(this.values.get(key)));
    return show([]);
  }

  clear(): void {
    this.values.clear();
  }

  private keep(key: string, value: JsonValue): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > MAX_VALUES && oldest !== undefined) this.values.delete(oldest);
  }
}

/** What is left of a value once its rows are deleted. */
function emptied(value: JsonValue | undefined): JsonValue {
  if (!isObject(value)) return [];
  const rows = Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? [] : part] as const);
  return Object.fromEntries(rows);
}

/** The response with a value in its body, if the document allows it there. */
function shown(
  contract: Contract,
  operation: Operation,
  response: MockResponse,
  value: JsonValue | undefined,
): MockResponse {
  const schema = jsonSchema(operation.response(response.status)?.content ?? []);
  if (value === undefined || schema === undefined) return response;
  if (!contract.schemas.accepts(schema, value, 'response')) return response;
  return { ...response, body: Buffer.from(stringifyJson(value)) };
}

/** The paths whose PUT stores what their GET gives, and which have no records of their own. */
export function pathsOfValues({ document, operations }: Contract, world: World): ReadonlySet<string> {
  const isOfRecords = ({ id }: Operation) => RECORD_ROLES.has(world.model.operations.get(id)?.role ?? 'other');
  const byPath = groupBy(operations, ({ path }) => path);
  const stores = (all: readonly Operation[]) => {
    const [put, get] = ['PUT', 'GET'].map((wanted) => all.find(({ method }) => method === wanted));
    if (!put || !get || all.some(isOfRecords)) return false;
    const sent = jsonSchema(put.requestBody?.content ?? []);
    const given = jsonSchema(get.responses.find(({ key }) => key.startsWith('2'))?.content ?? []);
    return sent !== undefined && given !== undefined && isAlike(document, sent, given);
  };
  return new Set([...byPath].flatMap(([path, all]) => (stores(all) ? [path] : [])));
}

/** Whether what is sent has no other properties than what is given, as far as the schemas tell. */
function isAlike(document: OpenApiDocument, sent: string, given: string): boolean {
  const [one, other] = [effectiveSchema(document, sent, 'request'), effectiveSchema(document, given, 'response')];
  if (one.items !== undefined || other.items !== undefined)
    return one.items !== undefined && other.items !== undefined && isAlike(document, one.items, other.items);
  const names = [...one.properties.keys()];
  return names.length > 0
    ? names.every((name) => other.properties.has(name))
    : other.properties.size === 0 && String(one.types) === String(other.types);
}

/** The schema of the only media type, if it is JSON. */
function jsonSchema(content: readonly MediaType[]): string | undefined {
  return content.every(({ type }) => isJsonType(type)) ? content[0]?.schema : undefined;
}
