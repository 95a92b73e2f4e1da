import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { originOf } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { selectorsOf } from '../../openapi/resources/operations/selectors.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { jsonOf, withBody } from '../json-response.ts';
import { isSuccess, type RecordBehavior, type RecordExchange } from './record-mutation.ts';

/** Behind every record that the mock has. */
const BEHIND = 999_999_999;

/** Changes the responses that have as many records as a page can have. */
export function fullPages(
  list: ResourceOperation,
  change: (body: JsonValue, exchange: RecordExchange) => JsonValue | undefined,
): RecordBehavior {
  return {
    after: (exchange, response) => {
      const body = exchange.operation === list && isSuccess(response) ? jsonOf(response) : undefined;
      const items = body === undefined ? undefined : getAt(body, list.response?.items ?? '');
      const size = new URLSearchParams(exchange.request.query).get(list.paging?.size ?? '');
      if (body === undefined || !Array.isArray(items) || String(items.length) !== size) return undefined;
      const changed = change(body, exchange);
      return changed === undefined ? undefined : withBody(response, changed);
    },
  };
}

/** True if the body of a list can name a page that has no records, as the mock reads positions. */
export function canNameEmptyPage({ document }: Contract, { operation, paging }: ResourceOperation): boolean {
  const { in: place, next, style, position, size } = paging ?? {};
  if (place !== 'query' || next?.in !== 'body' || size === undefined) return false;
  if (style !== 'cursor') return next.kind === 'url' && (style === 'offset' || style === 'page');
  const { schema } = selectorsOf(document, operation).find(({ at }) => at === position) ?? {};
  return schema !== undefined && effectiveSchema(document, schema, 'request').types.includes('string');
}

/** Names an empty page after the last one, if that is full. */
export function emptyPageAfter(list: ResourceOperation): RecordBehavior {
  return fullPages(list, (body, { request }) => {
    const { next, position = '', style } = list.paging ?? {};
    if (!next || getAt(body, next.at)) return undefined;
    const value = style === 'cursor' ? Buffer.from(`after ${BEHIND}`).toString('base64url') : String(BEHIND);
    const query = new URLSearchParams(request.query);
    query.set(position, value);
    return replaceAt(body, next.at, next.kind === 'url' ? `${originOf(request)}${request.path}?${query}` : value);
  });
}
