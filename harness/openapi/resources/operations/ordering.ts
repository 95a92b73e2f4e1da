import { words } from '../names.ts';

const ORDER = /^(sort|sortby|sortfield|sortcolumn|sortkey|orderby|orderfield|ordercolumn|ordering|order)$/;
const DIRECTION = /^(order|direction|dir|(sort|order)(order|direction|dir))$/;

/** True for a query parameter that names the property by which a list is in order. */
export function isOrderParameter(name: string): boolean {
  return ORDER.test(words(name).join(''));
}

/** True for one that says whether the order is ascending or descending; `order` may be both. */
export function isDirectionParameter(name: string): boolean {
  return DIRECTION.test(words(name).join(''));
}
