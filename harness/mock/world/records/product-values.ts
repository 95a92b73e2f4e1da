import type { JsonObject } from '../../../core/model.ts';
import { words } from '../../../openapi/resources/names.ts';

export const PRICE = /^(net )?(unit price|price|price per unit|unit amount)$/;
/** What a line shows of what it is a number of. */
export const OF_PRODUCT = /^(name|title|sku|image|image url|thumbnail|currency)$/;

/** What a line shows of its product under a name, in words; undefined for what is its own. */
export function shownOfProduct(phrase: string): string | undefined {
  if (PRICE.test(phrase)) return 'price';
  return OF_PRODUCT.test(phrase) ? phrase : undefined;
}

/** The name under which a record has what others show of it; a product may have its `price` as `unitPrice`. */
export function nameIn(value: JsonObject, phrase: string): string | undefined {
  const named = Object.keys(value).map((name) => [name, words(name).join(' ')] as const);
  const found = named.find(([, own]) => own === phrase);
  return (found ?? (phrase === 'price' ? named.find(([, own]) => PRICE.test(own)) : undefined))?.[0];
}
