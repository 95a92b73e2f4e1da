import { parsePointer } from '../../core/json/pointer.ts';
import type { ValidationError } from './keyword.ts';

/** What a schema finds wrong, said of a subject such as `query parameter limit`. */
export function formatViolation(subject: string, { instancePath, message, actual }: ValidationError): string {
  const got = actual === undefined || message.endsWith('is not a declared member') ? '' : `, got ${actual}`;
  return `${subject}${memberPath(instancePath)} ${message}${got}`;
}

/** What a schema finds wrong with a request body. */
export function formatBodyViolation(error: ValidationError): string {
  if (error.instancePath === '') return formatViolation('the request body', error);
  return formatViolation('body member ', error).replace('body member .', 'body member ');
}

/** `/items/0/name` as developers write it: `.items[0].name`. */
function memberPath(path: string): string {
  if (path === '') return '';
  return parsePointer(path)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
}
