import type { CreationPlan } from '../../../openapi/resources/creation-plan.ts';
import type { ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';

/** The types that a creation names, those in its body alone if there are any: each can be given a new record. */
export function namedTypes({ steps, bindings }: CreationPlan, own: string): string[] {
  const inBody = bindings.filter((each) => each.in === 'body').flatMap(({ step }) => steps[step] ?? []);
  const named = (each: typeof steps) => each.filter(({ resource }) => resource !== own);
  const found = named(inBody).length > 0 ? named(inBody) : named(steps).slice(-1);
  return [...new Set(found.filter(({ source }) => source === 'create').map(({ resource }) => resource))];
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
