import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { jsonOf, withBody } from '../json-response.ts';
import { isSuccess, type RecordBehavior, type RecordExchange } from './record-mutation.ts';

/** Changes the items of the lists that an operation responds with. @param change returns undefined to leave them */
export function changedList(
  list: ResourceOperation,
  change: (items: readonly JsonValue[], exchange: RecordExchange) => readonly JsonValue[] | undefined,
): RecordBehavior {
  const pointer = list.response?.items ?? '';
  return {
    after: (exchange, response) => {
      const body = exchange.operation === list && isSuccess(response) ? jsonOf(response) : undefined;
      const items = body === undefined ? undefined : getAt(body, pointer);
      const changed = Array.isArray(items) ? change(items, exchange) : undefined;
      return body === undefined || !changed ? undefined : withBody(response, replaceAt(body, pointer, [...changed]));
    },
  };
}
