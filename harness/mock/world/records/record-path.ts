import { isObject } from '../../../core/json/index.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue, Parameter } from '../../../core/model.ts';
import type { ResourceOperation } from '../../../openapi/resources/model.ts';
import { NO_PATH, pathName, type RecordPath } from './stored-record.ts';

interface Sent {
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: JsonValue | undefined;
}

/** The identifiers of the records that a request is about; undefined if one of them cannot be read. */
export function recordPath({ path, operation }: ResourceOperation, { parameters, body }: Sent): RecordPath | undefined {
  if (path.length === 0) return NO_PATH;
  const found = new Map<string, JsonValue>();
  for (const { in: place, at, resource, identifier } of path) {
    const parameter = operation.parameters.find((each) => each.in === place && each.name === at);
    const inBody = place === 'body' && body !== undefined ? getAt(body, at) : undefined;
    const value = parameter ? parameters.get(parameter) : inBody;
    if (value === undefined || isObject(value) || Array.isArray(value)) return undefined;
    found.set(pathName(resource, identifier), value);
  }
  return found;
}
