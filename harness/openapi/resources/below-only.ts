import type { ResourceType } from './model.ts';

/** True for a type whose paths are below those of the only record of another one, as `/cart/items` is below `/cart`. */
export function isBelowOnly({ name, item, collection }: ResourceType, above: ResourceType): boolean {
  if (!above.singleton || above.item === undefined || above.name === name) return false;
  return [item, collection].some((path) => path?.startsWith(`${above.item}/`));
}
