import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { uploadedFiles } from '../../openapi/body/uploaded-files.ts';
import { isJsonType, isMultipart, matchMediaType, parseMediaType } from '../../openapi/media-type.ts';
import type { ResourceOperation, Role } from '../../openapi/resources/model.ts';
import { overrideHeaders } from '../respond/response-headers.ts';
import type { MockResponse } from '../types.ts';
import type { RecordPath } from './records/stored-record.ts';
import { storedAddress } from './stored-address.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World } from './world.ts';

type StoredFile = Pick<ReturnType<typeof uploadedFiles>[number], 'type' | 'bytes'>;

/** A valid request to a path whose GET may give a file. */
interface FileCall {
  readonly operation: Operation;
  readonly request: ReceivedRequest;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly accept: string | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Keeps the files that requests store, such as PUT `/documents/{id}/content`, for reads of the same path. */
export class StoredFiles {
  private readonly files = new Map<string, StoredFile>();
  private bytes = 0;

  /** Keeps what an accepted request has stored, and shows it in the responses to reads. */
  apply({ operation, request, parameters, accept }: FileCall, response: MockResponse): MockResponse {
    if (response.status >= 300) return response;
    const { method } = operation;
    const key = storedAddress(operation, parameters);
    if (method === 'GET' || method === 'HEAD')
      return this.shown(key, response, operation.response(response.status), accept);
    const stored = sentFile(method, request);
    if (stored || method === 'PUT' || method === 'DELETE') this.remove(key);
    if (stored) this.add(key, stored);
    return response;
  }

  clear(): void {
    this.files.clear();
    this.bytes = 0;
  }

  /** A file is not sent as another media type than it was stored, nor as one that the client did not ask for. */
  private shown(
    key: string,
    response: MockResponse,
    spec: ReturnType<Operation['response']>,
    accept: string | undefined,
  ): MockResponse {
    const file = this.files.get(key);
    const isDeclared = file && matchMediaType(spec?.content ?? [], file.type) !== undefined;
    const type = response.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const isAccepted =
      accept === undefined || parseMediaType(type)?.essence === parseMediaType(file?.type ?? '')?.essence;
    if (!isDeclared || !isAccepted) return response;
    return { ...response, headers: overrideHeaders(response.headers, [['content-type', file.type]]), body: file.bytes };
  }

  private add(key: string, file: StoredFile): void {
    this.files.set(key, file);
    this.bytes += file.bytes.length;
    for (const oldest of this.files.keys()) {
      if (this.bytes <= MAX_BYTES) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.bytes -= this.files.get(key)?.bytes.length ?? 0;
    this.files.delete(key);
  }
}

/** The one file of a form; else the body of a PUT, or of a POST whose media type is that of a file. */
function sentFile(method: string, request: ReceivedRequest): StoredFile | undefined {
  const { headers, body, bodyLimit } = request;
  const type = headers['content-type']?.toString();
  if (bodyLimit !== undefined || type === undefined || isJsonType(type)) return undefined;
  const [file, ...others] = uploadedFiles(request);
  if (file) return others.length === 0 ? file : undefined;
  return method === 'PUT' && !isMultipart(type) ? { type, bytes: body } : undefined;
}

/** The paths whose GET gives something else than JSON, which no record has. */
export function pathsOfFiles(operations: readonly Operation[], world: World): ReadonlySet<string> {
  const isFile = ({ id, method, responses }: Operation) =>
    method === 'GET' &&
    !SHOWS_RECORDS.has(world.find(id)?.operation.role) &&
    responses.some(({ key, content }) => key.startsWith('2') && content.some(({ type }) => !isJsonType(type)));
  return new Set(operations.filter(isFile).map(({ path }) => path));
}

const SHOWS_RECORDS: ReadonlySet<Role | undefined> = new Set<Role>(['read', 'list']);

/** The type of the records that files are below. @returns undefined if the world keeps none */
export function typeAbove(world: World, { resource }: ResourceOperation): TypeWorld | undefined {
  const type = world.model.types.find(({ name }) => name === resource);
  return world.type(type?.parent ?? '');
}

/** Finds the record that a file is below; made up if nobody created it. @returns it, or one above it, if it is missing */
export function missingAbove(world: World, types: TypeWorld, path: RecordPath): Missing | undefined {
  const missing = world.finder.enter(types, path);
  if (missing || types.type.singleton || types.paths.keyIn(path) === undefined) return missing;
  const found = world.finder.lookup(types, path);
  return 'isDeleted' in found ? found : undefined;
}
