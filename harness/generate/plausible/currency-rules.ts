import type { PropertySource } from './property-source.ts';

interface Currency {
  /** As in ISO 4217. */
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
}

const CURRENCIES: readonly [Currency, ...Currency[]] = [
  { code: 'EUR', name: 'Euro', symbol: '€' },
  { code: 'USD', name: 'US Dollar', symbol: '$' },
  { code: 'GBP', name: 'Pound Sterling', symbol: '£' },
  { code: 'CHF', name: 'Swiss Franc', symbol: 'CHF' },
  { code: 'SEK', name: 'Swedish Krona', symbol: 'kr' },
  { code: 'AUD', name: 'Australian Dollar', symbol: 'A$' },
  { code: 'CAD', name: 'Canadian Dollar', symbol: 'C$' },
  { code: 'NZD', name: 'New Zealand Dollar', symbol: 'NZ$' },
];

const CODE = /^(code|iso|iso code|iso 4217|alphabetic code|currency|currency code)$/;
const NAME = /^(name|title|display name|currency name)$/;
const SYMBOL = /^(symbol|currency symbol|sign)$/;
const DECIMAL_SEPARATOR = /(^| )decimal (separator|mark|point|symbol)$/;
const GROUP_SEPARATOR = /(^| )(group|grouping|thousands?) (separator|mark|symbol)$/;

/** Makes a text of what a currency is and how amounts are written; what belongs to one currency matches. @returns undefined if it is none */
export function currencyText(source: PropertySource): string | undefined {
  const { phrase } = source;
  if (DECIMAL_SEPARATOR.test(phrase)) return '.';
  if (GROUP_SEPARATOR.test(phrase)) return ',';
  if (!isOfCurrency(source.property.owner.words)) return undefined;
  if (/^(example|example format|sample)$/.test(phrase)) return '1,234.56';
  if (CODE.test(phrase)) return currencyOf(source).code;
  if (SYMBOL.test(phrase)) return currencyOf(source).symbol;
  return NAME.test(phrase) ? currencyOf(source).name : undefined;
}

/** True for a currency and for how it is written, and not for an amount in it. */
function isOfCurrency(owner: readonly string[]): boolean {
  return owner.includes('currency') && /^(currency|format|setting|info|detail)$/.test(owner.at(-1) ?? '');
}

/** The same for all properties of an object, and another one for the next of a list. */
function currencyOf(source: PropertySource): Currency {
  const start = source.everywhere('currencies').number.int({ min: 0, max: CURRENCIES.length - 1 });
  const place = (start + source.property.index + source.attempt) % CURRENCIES.length;
  return CURRENCIES[place] ?? CURRENCIES[0];
}
