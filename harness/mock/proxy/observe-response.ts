import { parseJsonBody } from '../../checks/response.ts';
import { headerValues } from '../../core/http-response.ts';
import type { HttpResponse, JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { matchMediaType } from '../../openapi/media-type.ts';
import { recordPath } from '../world/records/record-path.ts';
import { pathName, type RecordPath } from '../world/records/stored-record.ts';
import { type ExampleRecord, recordsIn } from '../world/seed/example-records.ts';
import { recordIn } from '../world/sent-record.ts';
import type { World, WorldOperation } from '../world/world.ts';
import { planRequest } from '../world/world-plan.ts';

type Parameters = ReadonlyMap<Parameter, JsonValue>;

/** A request with the response of the backend. */
export interface ObservedRequest {
  readonly operation: Operation;
  readonly parameters: Parameters;
  readonly body: JsonValue | undefined;
  readonly response: HttpResponse;
  /** Reads a `Location` as a request to an operation of the document. */
  readonly locate: (location: string) => Promise<{ operation: Operation; parameters: Parameters } | undefined>;
}

/** What a read of a record that is not there gets. */
const ABSENT: ReadonlySet<number> = new Set([404, 410]);

/** Whether a response with this status may say what the backend has done, or what it has not. */
export function canBeObserved(status: number): boolean {
  return status < 300 || ABSENT.has(status);
}

/** Brings what the backend did into the world: the records that its response shows, or else what the request does by the document. */
export async function observeResponse(world: World, contract: Contract, request: ObservedRequest): Promise<void> {
  const found = world.find(request.operation.id);
  if (!found) return;
  await world.prepareFor(found);
  const path = recordPath(found.operation, request);
  if (!path) return;
  if (ABSENT.has(request.response.status)) return forget(world, found, path);
  const shown = shownRecords(world, found, request);
  for (const record of shown) keep(world, found, path, record);
  if (shown.length > 0) return;
  if (found.operation.role === 'create') await keepLocated(world, found, request);
  else {
    const { parameters, body } = request;
    const plan = planRequest(world, { ...found, path, parameters, body, headers: undefined }, contract);
    if (plan && 'apply' in plan) plan.apply();
  }
}

/** Removes what the mock would make up of a record that the backend does not have; not what a request has created. */
function forget(world: World, { operation, types }: WorldOperation, path: RecordPath): void {
  const key = operation.role === 'read' || operation.role === 'head' ? types.paths.keyIn(path) : undefined;
  if (key === undefined) return;
  const known = types.store.get(key);
  if (!known) types.store.noteDeleted(key);
  else if (known.origin !== 'created') world.remove(types, known);
}

function shownRecords(world: World, found: WorldOperation, { operation, response }: ObservedRequest): ExampleRecord[] {
  const { role } = found.operation;
  const [type = ''] = headerValues(response, 'content-type');
  const content = matchMediaType(operation.response(response.status)?.content ?? [], type);
  const representation = content && world.representations.read(found.types.type, content, role === 'list');
  if (!representation || role === 'delete') return [];
  const body = parseJsonBody(response);
  if ('problem' in body) return [];
  if (role === 'list') return recordsIn(body.value, representation);
  return recordsIn([body.value], { ...representation, items: '' });
}

/** Keeps a record as it was sent under the identifiers of its `Location` (RFC 9110 section 15.3.2). */
async function keepLocated(
  world: World,
  found: WorldOperation,
  { body, response, locate }: ObservedRequest,
): Promise<void> {
  const [location] = headerValues(response, 'location');
  const item = location === undefined ? undefined : await locate(location);
  const read = item && world.find(item.operation.id);
  const path =
    item &&
    read &&
    read.types === found.types &&
    recordPath(read.operation, { parameters: item.parameters, body: undefined });
  const value = recordIn(body, found.operation.request?.envelope ?? '');
  if (path && value) keep(world, found, path, { value, identifiers: new Map() });
}

function keep(world: World, { types }: WorldOperation, path: RecordPath, { value, identifiers }: ExampleRecord): void {
  const whole = new Map(path);
  for (const [name, each] of identifiers) whole.set(pathName(types.type.name, name), each);
  const key = types.paths.keyIn(whole);
  if (key === undefined) return;
  world.finder.enter(types, whole);
  const known = types.store.get(key);
  if (known) types.force(known, { ...known.value, ...value }, 'example');
  else types.create({ value, origin: 'created', path: whole, trust: 'example' });
}
