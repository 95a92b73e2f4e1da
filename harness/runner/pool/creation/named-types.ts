import type { CreationPlan } from '../../../openapi/resources/creation-plan.ts';
import type { ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';

/** The type that a creation names last, in its body rather than in its path: of two that a service has once, one is enough. */
export function lastNamed({ steps, bindings }: CreationPlan, own: string): string | undefined {
  const named = bindings.findLast((each) => each.in === 'body' && steps[each.step]?.resource !== own);
  const last = named === undefined ? steps.findLast(({ resource }) => resource !== own) : steps[named.step];
  return last?.source === 'create' ? last.resource : undefined;
}

/** The type whose records name those that an operation creates: of `/teams/{team}/members/{user}` there is one for each user. */
export function namingResource(type: ResourceType, { path, scope }: ResourceOperation): string | undefined {
  if (scope !== 'item') return undefined;
  const own = path.filter(({ resource }) => resource === type.name);
  const shared = own.map(
    ({ identifier }) => type.identifiers.find(({ name }) => name === identifier)?.sameAs?.resource,
  );
  return shared.includes(undefined) ? undefined : shared.at(-1);
}
