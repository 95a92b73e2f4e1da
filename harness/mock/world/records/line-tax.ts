import { isNumber } from '../../../core/json/decimal.ts';
import { copyObject, setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { money, netCentsIn } from '../../../generate/plausible/totals.ts';
import { words } from '../../../openapi/resources/names.ts';

const RATE = /^(vat|tax) (rate|percent|percentage)$/;
/** May be a rate or an amount: its text tells. */
const TAX = /^(vat|tax)$/;

/** Returns a line with the tax on it under some names: by the rate that it names, or none. */
export function withTax(line: JsonObject, names: readonly (readonly [name: string, form: JsonValue])[]): JsonObject {
  if (names.length === 0) return line;
  const cents = (netCentsIn(line) ?? 0) * rateIn(line);
  const taxed = copyObject(line);
  for (const [name, form] of names) {
    const tax = money(cents, form);
    if (tax !== undefined) setProperty(taxed, name, tax);
  }
  return taxed;
}

/** A part of the price, such as 0.19; 0 if the line names none. */
function rateIn(line: JsonObject): number {
  for (const [name, value] of Object.entries(line)) {
    const phrase = words(name).join(' ');
    const percent = typeof value === 'string' ? /^(\d+(?:\.\d+)?) ?%$/.exec(value)?.[1] : undefined;
    if (percent !== undefined && (TAX.test(phrase) || RATE.test(phrase))) return Number(percent) / 100;
    if (!RATE.test(phrase) || !(isNumber(value) || typeof value === 'string')) continue;
    const rate = Number(String(value));
    // Up to 1 it is the part itself.
    if (rate >= 0 && rate <= 100) return rate <= 1 ? rate : rate / 100;
  }
  return 0;
}
