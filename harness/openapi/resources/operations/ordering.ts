import type { JsonValue, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema, firstKeyword } from '../../schema/effective-schema.ts';
import { words } from '../names.ts';
import { textAt } from '../text-at.ts';

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

/** What the document says of a list whose order is not, or not only, that of its parameter. */
const ANOTHER_ORDER =
  /\b(?:undefined|unspecified|unsorted|unordered|arbitrary|random(?:ly)?|no (?:particular|defined|specific) order|not (?:sorted|ordered)|relevance|pinned|featured|promoted|sticky|first|last)\b/i;

/** The value that a query parameter of a list has without being sent (OpenAPI 3.0.3, Schema Object); undefined if it is required, or if the list may be in another order all the same. */
export function defaultOrder(
  document: OpenApiDocument,
  { parameters, pointer }: Operation,
  name: string,
): JsonValue | undefined {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
  if (!parameter?.schema || parameter.required) return undefined;
  const texts = [pointer, parameter.pointer].map((each) => textAt(document, each));
  if (texts.some((text) => ANOTHER_ORDER.test(text))) return undefined;
  return firstKeyword(effectiveSchema(document, parameter.schema, 'request'), 'default');
}
