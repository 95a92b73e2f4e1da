import { ageInYears, momentFor, unixTime } from './dates.ts';
import type { PropertySource } from './property-source.ts';

interface NumberRule {
  readonly name: RegExp;
  readonly min: number;
  readonly max: number;
  /** Decimal places, unless the type is `integer`; default 0. */
  readonly decimals?: number;
}

const rule = (name: RegExp, min: number, max: number, decimals = 0): NumberRule => ({ name, min, max, decimals });

/** The first that matches decides. */
const RULES: readonly NumberRule[] = [
  // Clients wait as long as Retry-After says (RFC 9110 section 10.2.3).
  rule(/\bretry after$/, 1, 1),
  rule(/\b(lat|latitude)$/, -60, 70, 4),
  rule(/\b(lng|lon|long|longitude)$/, -180, 180, 4),
  rule(/\b(decimals|decimal (digits|places)|fraction digits|minor units?)$/, 2, 2),
  rule(/\b(exchange|conversion|fx) rate\b/, 0.8, 1.25, 4),
  // `months to budget` is no budget.
  rule(/\b(nights|weeks|months|years) (to|until|left|remaining|since)\b/, 1, 12),
  rule(/\b(in cents|cents)$/, 500, 25_000),
  rule(/\b(salary|income|revenue|budget)\b/, 30_000, 120_000),
  rule(/\b(discount|tax rate|vat|rate|percent|percentage|progress|humidity|completion|battery)\b/, 0, 100),
  rule(
    /\b(price|cost|amount|subtotal|fee|fees|tax|balance|shipping|value)$|\b(price|total price|total cost)\b/,
    5,
    250,
    2,
  ),
  rule(/\b(rating|stars|grade)$|\baverage\b/, 3, 5, 1),
  rule(/\b(score|points|karma)$/, 1, 100),
  rule(/\b(probability|ratio|confidence|likelihood)$/, 0, 1, 2),
  rule(
    /\b(quantity|qty|amount of|seats|guests|bedrooms|bathrooms|rooms|children|adults|floors?|persons|people|capacity)$/,
    1,
    8,
  ),
  rule(/\b(stock|inventory|available|in stock)$/, 0, 120),
  rule(/\b(pages|page count|number of pages|num pages)$/, 90, 620),
  rule(/\bmonth$/, 1, 12),
  rule(/\bday$/, 1, 28),
  rule(/\bhours?$/, 1, 23),
  rule(/\b(minutes?|duration|runtime|mins)$/, 5, 180),
  // Of a token.
  rule(/\bexpires in( seconds?| secs?)?$/, 3600, 3600),
  rule(/\b(seconds?|secs)$/, 1, 59),
  rule(/\b(ms|millis|milliseconds|latency)$/, 20, 900),
  rule(/\b(width|height|length|depth|size)$/, 10, 200),
  rule(/\b(bytes|file size)$/, 1_000, 5_000_000),
  rule(/\b(weight|mass|distance|area|volume)$/, 1, 90, 1),
  rule(/\b(temperature|temp)$/, -5, 32, 1),
  rule(
    /\b(likes|followers|views|downloads|comments|visits|reviews|votes|shares|clicks|members|following)( count)?$/,
    0,
    500,
  ),
  rule(/\b(count|total|number of \w+)$/, 1, 40),
  rule(/\b(priority|level|rank|importance|severity|version)$/, 1, 5),
  rule(/\bport$/, 1024, 49_151),
  rule(/\b(zip|zip ?code|postal ?code|postcode)$/, 10_000, 99_999),
];

const YEARS = /\b(year|founded)$/;
const MAX_YEARS_AGO = 30;
const DATES =
  /\b(timestamp|created|updated|modified|deleted|expires?|published|time|date)( (at|on|time|date|ms))?$| at$/;

/** A number with its decimal places. */
export interface WantedNumber {
  readonly value: number;
  readonly decimals: number;
}

/** Makes a number by the name of the property; any small one if no rule knows the name. */
export function numberByName(source: PropertySource, isInteger: boolean, format: string): WantedNumber {
  const { phrase, faker } = source;
  if (isInteger && DATES.test(phrase)) return { value: unixTime(momentFor(source), format), decimals: 0 };
  if (/\bage$/.test(phrase)) return { value: ageInYears(source), decimals: 0 };
  if (YEARS.test(phrase)) return { value: recentYear(source), decimals: 0 };
  const found = RULES.find(({ name }) => name.test(phrase));
  const { min, max, decimals = 0 } = found ?? { min: 1, max: 100, decimals: isInteger ? 0 : 2 };
  const places = isInteger ? 0 : decimals;
  return { value: faker.number.float({ min, max, fractionDigits: places }), decimals: places };
}

function recentYear({ today, faker }: PropertySource): number {
  return new Date(today).getUTCFullYear() - faker.number.int({ min: 0, max: MAX_YEARS_AGO });
}
