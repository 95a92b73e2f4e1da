import { words } from '../../openapi/resources/names.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

/** Formats that the names of properties say, where a document leaves them out. */
const BY_NAME: readonly (readonly [name: RegExp, format: string])[] = [
  [/\be ?mails?( address)?$/, 'email'],
  [/\b(url|uri|href|website|web site|home ?page)$/, 'uri'],
  [/\b(phone|mobile|fax|telephone)( (number|no))?$/, 'phone'],
  [/\b(date|birthday|dob|day of birth)$/, 'date'],
  [/\b(date ?time|\w+ed at|(sent|begins|starts|ends|begun|due) at)$/, 'date-time'],
];

/**
 * The format of a text by its schema; where that constrains it in no way, the one that its name says: services check e-mail
 * addresses and dates whether or not their documents have the format.
 * @returns the empty string if there is none
 */
export function textFormat(schema: EffectiveSchema, name: string): string {
  const format = firstKeyword(schema, 'format');
  if (format !== undefined) return String(format);
  const isConstrained = ['pattern', 'enum', 'const'].some((keyword) => firstKeyword(schema, keyword) !== undefined);
  return isConstrained ? '' : impliedFormat(name);
}

function impliedFormat(name: string): string {
  const phrase = words(name).join(' ');
  return BY_NAME.find(([pattern]) => pattern.test(phrase))?.[1] ?? '';
}
