import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import { withArticle } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { type ToldOnce, toldOnce } from '../../openapi/resources/prose/once.ts';
import type { WorldRequest } from './plan.ts';
import { OF_USER } from './records/record-paths.ts';
import type { World } from './world.ts';

const told = new WeakMap<ResourceOperation, ToldOnce | 'often'>();

/**
 * A second record of a user who creates one alone, as the document says: a review of a product. Whoever has not signed in at the mock may be
 * anybody.
 */
export function conflictOfSender(
  contract: Contract,
  { signIns }: World,
  { types, operation, path, body = null }: Pick<WorldRequest, 'types' | 'operation' | 'path' | 'body'>,
): RequestProblem | undefined {
  const user = signIns.size > 0 && !types.ignoresConditions ? path.get(OF_USER) : undefined;
  if (user === undefined) return undefined;
  const once = told.get(operation) ?? toldOnce(contract, operation, types.type) ?? 'often';
  told.set(operation, once);
  if (once === 'often') return undefined;
  const envelope = operation.request?.envelope.length ?? 0;
  const isSame = (value: JsonValue) =>
    once.at.every((at) => jsonEqual(getAt(body, at) ?? null, getAt(value, at.slice(envelope)) ?? null));
  const before = types
    .within(path)
    .find((each) => each.origin === 'created' && each.path.get(OF_USER) === user && isSame(each.value));
  return before && { status: 409, message: `this user has created ${withArticle(types.type.words.join(' '))} before` };
}
