import { parseJsonBytes } from '../../harness/core/json/index.ts';
import type { Operation } from '../../harness/core/model.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { isJsonType, matchMediaType } from '../../harness/openapi/media-type.ts';
import type { RawResponse } from './raw-http.ts';

/** What a response breaks of an operation's documented responses; empty where it keeps them. */
export function breaches(contract: Contract, operation: Operation, { status, headers, body }: RawResponse): string[] {
  const response = operation.response(status);
  if (!response) return [`status ${status} is not documented`];
  const type = headers['content-type'];
  if (response.content.length === 0) return [];
  const content = type === undefined ? undefined : matchMediaType(response.content, type);
  if (!content) return [`media type ${type} is not documented for ${status}`];
  if (!content.schema || !isJsonType(content.type)) return [];
  const value = parseJsonBytes(body);
  return contract.schemas
    .validate(content.schema, value, 'response')
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}
