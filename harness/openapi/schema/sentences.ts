import { tokens } from '../../core/json/pointer.ts';
import type { SchemaError } from './keyword.ts';

/** What a schema finds wrong, said of a subject such as `query parameter limit`. */
export function sentence(subject: string, { path, says, actual }: SchemaError): string {
  const got = actual === undefined || says.endsWith('is not a declared member') ? '' : `, got ${actual}`;
  return `${subject}${memberPath(path)} ${says}${got}`;
}

/** What a schema finds wrong with a request body. */
export function bodySentence(error: SchemaError): string {
  if (error.path === '') return sentence('the request body', error);
  return sentence('body member ', error).replace('body member .', 'body member ');
}

/** `/items/0/name` as developers write it: `.items[0].name`. */
function memberPath(path: string): string {
  if (path === '') return '';
  return tokens(path)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
}
