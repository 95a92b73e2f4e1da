import type { MediaType } from '../../../core/model.ts';
import { concreteMediaType } from '../../body/concrete-media-type.ts';
import { matchMediaType, parseMediaType } from '../../media-type.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';

/** Media types whose bytes a service has no reason to read: it stores them as they are. */
const OPAQUE = new Set(['application/octet-stream', 'text/plain']);

/** A file that a PUT stores below a record, and a GET of the same path gives: `/documents/{id}/content`. */
export interface FileContent {
  readonly writer: ResourceOperation;
  readonly reader: ResourceOperation;
  readonly remover: ResourceOperation | undefined;
  readonly stored: MediaType;
  /** The concrete media type that is sent. */
  readonly mediaType: string;
}

/** Finds the file that a type is, if it is the only one below a record, and no record of JSON. */
export function fileContent({ operations, singleton, parent }: ResourceType): FileContent | undefined {
  const find = (wanted: string) => operations.find(({ operation }) => operation.method === wanted);
  const [writer, reader, remover] = [find('PUT'), find('GET'), find('DELETE')];
  if (!singleton || parent === undefined || !writer || !reader || reader.response) return undefined;
  const shown = reader.operation.response(200)?.content ?? [];
  for (const stored of writer.operation.requestBody?.content ?? []) {
    const mediaType = stored.type === '*/*' ? 'application/octet-stream' : concreteMediaType(stored.type);
    const essence = parseMediaType(mediaType)?.essence ?? '';
    if (OPAQUE.has(essence) && matchMediaType(shown, mediaType))
      return { writer, reader, remover: remover?.role === 'delete' ? remover : undefined, stored, mediaType };
  }
  return undefined;
}
