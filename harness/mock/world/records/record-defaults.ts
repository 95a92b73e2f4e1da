import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { topName } from '../../../openapi/resources/names.ts';
import { effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../../openapi/schema/schemas-at.ts';
import { type RecordShape, topPointer } from './record-shape.ts';

/** The defaults that responses declare, or else requests, by their pointers. */
export function recordDefaults(
  { document }: Contract,
  { representation, sentSchemas }: RecordShape,
  isValidAt: (pointer: string, value: JsonValue) => boolean,
): (readonly [pointer: string, value: JsonValue])[] {
  const attributes = representation.properties.flatMap(({ pointer }) =>
    topName(pointer) === undefined ? [] : [pointer],
  );
  const pointers = new Set([...[...representation.names].map(topPointer), ...attributes]);
  return [...pointers].flatMap((pointer): (readonly [string, JsonValue])[] => {
    const value = [
      ...representation.schemas.flatMap((whole) => schemasAt(document, { whole, pointer, direction: 'response' })),
      ...sentSchemas.flatMap((whole) => schemasAt(document, { whole, pointer, direction: 'request' })),
    ]
      .map((schema) => firstKeyword(effectiveSchema(document, schema, 'response'), 'default'))
      .find((each) => each !== undefined);
    return value === undefined || !isValidAt(pointer, value) ? [] : [[pointer, value]];
  });
}
