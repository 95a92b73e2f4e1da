import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import { childCount } from '../../openapi/resources/child-counts.ts';
import type { ResourceType } from '../../openapi/resources/model.ts';
import type { World } from './world.ts';
import type { Plan, WorldRequest } from './world-plan.ts';

const pointers = new WeakMap<ResourceType, string | false>();

/** A plan after which the record above counts what was created or deleted, if it has a property for their number. */
export function counting(world: World, { types, path, operation }: WorldRequest, plan: Plan): Plan {
  const parent = operation.operation.method === 'GET' ? undefined : world.type(types.type.parent ?? '');
  if (!parent) return plan;
  const pointer = pointers.get(types.type) ?? childCount(types.type, parent.type)?.pointer ?? false;
  pointers.set(types.type, pointer);
  if (pointer === false) return plan;
  return {
    ...plan,
    apply: () => {
      const scope = types.scopeOf(path);
      const before = types.store.list(scope).length;
      const shown = plan.apply();
      const change = types.store.list(scope).length - before;
      const above = parent.store.get(parent.keyIn(path) ?? '');
      const known = above && Number(getAt(above.value, pointer));
      if (above && change !== 0 && Number.isSafeInteger(known)) {
        const counted = replaceAt(above.value, pointer, Math.max(0, Number(known) + change));
        if (isObject(counted)) parent.force(above, counted);
      }
      return shown;
    },
  };
}
