import { INTEGER_FORMATS, isNumber } from '../../../core/json/decimal.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import { stripScope } from '../../bundle/dynamic-scope.ts';
import { type Keyword, violation } from '../keyword.ts';
import { compilePattern } from '../pattern/pattern.ts';
import { matchesFormat } from './format.ts';

/** Counts code points (JSON Schema validation, section 6.3.1). */
export function codePoints(text: string): number {
  if (!SURROGATE_PAIR.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Looked for first, because most texts have none: counting takes a hundred times as long. */
const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

export const stringLength: Keyword = (scope) => {
  const { minLength, maxLength } = scope.schema;
  if (!isNumber(minLength) && !isNumber(maxLength)) return undefined;
  const least = Number(minLength ?? 0);
  const most = Number(maxLength ?? Number.POSITIVE_INFINITY);
  return (value, path, errors) => {
    if (typeof value !== 'string') return;
    const size = codePoints(value);
    if (size < least) errors.push(violation(scope, 'minLength', path, value));
    if (size > most) errors.push(violation(scope, 'maxLength', path, value));
  };
};

export const pattern: Keyword = (scope) => {
  const source = scope.schema['pattern'];
  if (typeof source !== 'string') return undefined;
  const expression = compilePattern(source);
  if (expression === undefined) return undefined;
  const keywordPointer = stripScope(appendTokens(scope.pointer, 'pattern'));
  return (value, path, errors) => {
    if (typeof value !== 'string') return;
    const result = expression.test(value);
    if (result === 'not-evaluated') scope.evaluation.skip(keywordPointer);
    else if (result === false) errors.push(violation(scope, 'pattern', path, value));
  };
};

export const stringFormat: Keyword = (scope) => {
  const { format } = scope.schema;
  if (typeof format !== 'string' || Object.hasOwn(INTEGER_FORMATS, format)) return undefined;
  return (value, path, errors) => {
    if (typeof value === 'string' && !matchesFormat(format, value))
      errors.push(violation(scope, 'format', path, value));
  };
};
