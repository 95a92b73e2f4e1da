import { isObject, parseJson } from '../../core/json/index.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { MockInterceptor, MockResponse, RequestValidation } from '../../mock/types.ts';
import { pathName, type StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';

/** A request about records of one resource type, before and after the mock handles it. */
export interface RecordExchange {
  readonly operation: ResourceOperation;
  readonly request: ReceivedRequest;
  readonly types: TypeWorld;
  /** The records before the request, with the values that they had. */
  readonly before: ReadonlyMap<StoredRecord, JsonObject>;
  /** The record that the path names. */
  readonly record: StoredRecord | undefined;
  /** The object that the client sent. */
  readonly sent: JsonObject | undefined;
  readonly isRejected: boolean;
}

/** What a service does differently with its records. */
export interface RecordBehavior {
  /** Called before the mock handles a request. @returns a status to reject it with */
  before?(exchange: RecordExchange): number | undefined;
  /** Called after the mock handled it. */
  after?(exchange: RecordExchange, response: MockResponse): MockResponse | undefined;
}

/** Changes how the mock handles the records of a type; requests must come one after another. */
export function interceptRecords(
  types: TypeWorld,
  operations: readonly ResourceOperation[],
  behavior: RecordBehavior,
): MockInterceptor {
  const byId = new Map(operations.map((operation) => [operation.operation.id, operation]));
  let exchange: RecordExchange | undefined;
  return {
    onValidated(request, validation) {
      const operation = validation.operation && byId.get(validation.operation.id);
      exchange = operation && toExchange(types, operation, request, validation);
      const status = exchange && behavior.before?.(exchange);
      if (!exchange || status === undefined) return validation;
      exchange = { ...exchange, isRejected: true };
      return { ...validation, problems: [{ status, message: 'rejected' }] };
    },
    onResponse(_, __, response) {
      const handled = exchange;
      exchange = undefined;
      return (handled && behavior.after?.(handled, response)) ?? response;
    },
  };
}

function toExchange(
  types: TypeWorld,
  operation: ResourceOperation,
  request: ReceivedRequest,
  { problems, body }: RequestValidation,
): RecordExchange {
  const whole = body ?? parsed(request);
  return {
    operation,
    request,
    types,
    before: new Map(types.store.list().map((record) => [record, record.value])),
    record: recordOf(types, operation, request, whole),
    sent: sentObject(operation, whole),
    isRejected: problems.length > 0,
  };
}

/** The object in a body below the envelope of the request. */
function sentObject({ request }: ResourceOperation, body: JsonValue | undefined): JsonObject | undefined {
  const names = (request?.envelope ?? '').split('/').slice(1);
  const inner = names.reduce<JsonValue | undefined>((value, name) => (isObject(value) ? value[name] : undefined), body);
  return isObject(inner) ? inner : undefined;
}

function parsed({ body }: ReceivedRequest): JsonValue | undefined {
  try {
    return body.length === 0 ? undefined : parseJson(Buffer.from(body).toString());
  } catch {
    // The mock rejects it as malformed.
    return undefined;
  }
}

/** The record that a request names. */
function recordOf(
  { type, store }: TypeWorld,
  { operation, path }: ResourceOperation,
  request: ReceivedRequest,
  body: JsonValue | undefined,
): StoredRecord | undefined {
  if (!path.some(({ resource }) => resource === type.name)) return undefined;
  const template = operation.path.split('/');
  const segments = request.path.split('/').slice(-template.length);
  const query = new URLSearchParams(request.query);
  const named = path.flatMap(({ in: place, at, resource, identifier }) => {
    const segment = place === 'path' ? segments[template.indexOf(`{${at}}`)] : undefined;
    const inPath = segment === undefined ? undefined : decodeURIComponent(segment);
    const elsewhere = place === 'query' ? query.get(at) : place === 'body' ? getAt(body ?? null, at) : undefined;
    const value = inPath ?? elsewhere ?? undefined;
    return value === undefined ? [] : [[pathName(resource, identifier), String(value)] as const];
  });
  return store.list().find((each) => named.every(([name, value]) => String(each.path.get(name)) === value));
}

/** The record that a request has added. */
export function addedRecord({ types, before }: RecordExchange): StoredRecord | undefined {
  return types.store.list().find((record) => !before.has(record));
}

/** A behavior after a request to an operation that has added a record. */
export function afterCreation(
  operation: ResourceOperation,
  isDue: (record: StoredRecord) => boolean,
  act: (added: StoredRecord) => void,
): RecordBehavior {
  return {
    after: (exchange) => {
      const added = exchange.operation === operation ? addedRecord(exchange) : undefined;
      if (added && isDue(added)) act(added);
      return undefined;
    },
  };
}

/** Gives a record a value without the mock's own rules. */
export function assign({ store }: TypeWorld, record: StoredRecord, value: JsonObject): void {
  record.value = value;
  store.changed(record);
}

export function isSuccess({ status }: MockResponse): boolean {
  return status >= 200 && status < 300;
}
