import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import { sharedProperties } from '../../openapi/resources/representations/properties.ts';
import { assign } from './record-mutation.ts';

/** Names of the top-level properties that a client sends as plain text and a read shows. */
export function textNames({ type }: TypeWorld): string[] {
  const reader = type.operations.find(({ role, response }) => role === 'read' && response);
  if (!reader) return [];
  const names = type.operations.flatMap((writer) => {
    const plain = new Set(
      (writer.request?.properties ?? [])
        .filter(({ types, format, enumerated }) => types.includes('string') && format === undefined && !enumerated)
        .map(({ pointer }) => (writer.request?.envelope ?? '') + pointer),
    );
    return sharedProperties(type, writer, reader)
      .filter(({ sent }) => plain.has(sent))
      .map(({ returned }) => parsePointer(returned.slice(reader.response?.envelope.length)));
  });
  return [...new Set(names.filter(({ length }) => length === 1).map(([name = '']) => name))];
}

/** Changes a text of a record to another valid one. @returns false if there is none */
export function alterText(types: TypeWorld, record: StoredRecord): boolean {
  const { value } = record;
  for (const name of textNames(types)) {
    const text = value[name];
    if (typeof text !== 'string' || text.length < 2) continue;
    for (const altered of [`${text} too`, `${text.slice(0, -1)}x`, `${text}x`]) {
      types.force(record, { ...value, [name]: altered });
      if (record.value[name] === altered) return true;
    }
    assign(types, record, value);
  }
  return false;
}

/** The plain texts of a record by name. */
export function texts(types: TypeWorld, value: JsonObject): [name: string, text: string][] {
  return textNames(types).flatMap((name): [string, string][] => {
    const text = value[name];
    return typeof text === 'string' && text !== '' ? [[name, text]] : [];
  });
}
