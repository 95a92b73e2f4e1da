import { appendTokens, getAt, parsePointer, removeAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import type { Sequence } from './sequence.ts';

/**
 * The body of an action without optional parts that name what is below its record: the lines of an order that arrived. Those that
 * were created are lines of another order.
 */
export function actionBody(
  { contract, pool: { model } }: Pick<Sequence, 'contract' | 'pool'>,
  action: ResourceOperation,
  body: JsonValue | undefined,
): JsonValue | undefined {
  const isBelow = (resource: string) => model.types.find(({ name }) => name === resource)?.parent === action.resource;
  const places = action.references.flatMap(({ in: place, at, resource }) =>
    place === 'body' && isBelow(resource) ? appendTokens('', ...parsePointer(at).slice(0, 1)) : [],
  );
  return [...new Set(places)].reduce((whole, at) => {
    if (whole === undefined || getAt(whole, at) === undefined) return whole;
    const without = removeAt(whole, at);
    return acceptsBody(contract, action.operation, without) ? without : whole;
  }, body);
}
