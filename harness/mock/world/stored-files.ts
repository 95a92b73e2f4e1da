import type { ReceivedRequest } from '../../core/received-request.ts';
import { isJsonType, matchMediaType, parseMediaType } from '../../openapi/media-type.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { overrideHeaders } from '../respond/response-headers.ts';
import type { MockResponse } from '../types.ts';
import type { RecordPath } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World } from './world.ts';

interface StoredFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Keeps the bytes that requests store where the document shows no record, such as PUT `/documents/{id}/content`. */
export class StoredFiles {
  private readonly files = new Map<string, StoredFile>();
  private bytes = 0;

  /** Keeps what an accepted request has stored, and shows it in the responses to reads. */
  apply(
    { resource = '', role, operation }: ResourceOperation,
    path: RecordPath,
    { headers, body, bodyLimit }: ReceivedRequest,
    response: MockResponse,
    accept: string | undefined,
  ): MockResponse {
    if (response.status >= 300) return response;
    const key = JSON.stringify([resource, ...[...path].map(([name, value]) => [name, String(value)])]);
    if (role === 'read' || role === 'head')
      return this.shown(key, response, operation.response(response.status), accept);
    if (role !== 'update' && role !== 'delete') return response;
    this.remove(key);
    const type = headers['content-type']?.toString();
    const isFile = role === 'update' && bodyLimit === undefined && type !== undefined && !isJsonType(type);
    if (isFile) this.add(key, { type, bytes: body });
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
    spec: ReturnType<ResourceOperation['operation']['response']>,
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

/** The type of the records that files are below. @returns undefined if the world keeps none */
export function typeAbove(world: World, { resource }: ResourceOperation): TypeWorld | undefined {
  const type = world.model.types.find(({ name }) => name === resource);
  return world.type(type?.parent ?? '');
}

/** Finds the record that a file is below; made up if nobody created it. @returns it, or one above it, if it is missing */
export function missingAbove(world: World, types: TypeWorld, path: RecordPath): Missing | undefined {
  const missing = world.enter(types, path);
  if (missing || types.type.singleton || types.keyIn(path) === undefined) return missing;
  const found = world.lookup(types, path);
  return 'isDeleted' in found ? found : undefined;
}
