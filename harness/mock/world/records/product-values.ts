export const PRICE = /^(unit price|price|price per unit)$/;
/** What a line shows of what it is a number of. */
export const OF_PRODUCT = /^(name|title|sku|image|image url|thumbnail|currency)$/;

/** What a line shows of its product under a name, in words; undefined for what is its own. */
export function shownOfProduct(phrase: string): string | undefined {
  if (PRICE.test(phrase)) return 'price';
  return OF_PRODUCT.test(phrase) ? phrase : undefined;
}
