import { INTEGER_FORMATS, isNumber } from '../../../core/json/decimal.ts';
import { type Keyword, validationError } from '../keyword.ts';
import { matchesFormat } from './format.ts';

/** Length in code points (JSON Schema validation, section 6.3.1). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export const stringLength: Keyword = (scope) => {
  const { minLength, maxLength } = scope.schema;
  if (!isNumber(minLength) && !isNumber(maxLength)) return undefined;
  const least = Number(minLength ?? 0);
  const most = Number(maxLength ?? Number.POSITIVE_INFINITY);
  return (value, path, errors) => {
    if (typeof value !== 'string') return;
    const size = codePoints(value);
    if (size < least) errors.push(validationError(scope, 'minLength', path, value));
    if (size > most) errors.push(validationError(scope, 'maxLength', path, value));
  };
};

/** A pattern as documents write it: ECMA-262, not anchored; with the u flag where it allows that. */
export function compilePattern(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // tried without the u flag next; a pattern that is no regular expression at all is reported by the lint
    }
  }
  return undefined;
}

export const pattern: Keyword = (scope) => {
  const source = scope.schema['pattern'];
  if (typeof source !== 'string') return undefined;
  const expression = compilePattern(source);
  if (expression === undefined) return undefined;
  return (value, path, errors) => {
    if (typeof value === 'string' && !expression.test(value))
      errors.push(validationError(scope, 'pattern', path, value));
  };
};

export const stringFormat: Keyword = (scope) => {
  const { format } = scope.schema;
  if (typeof format !== 'string' || Object.hasOwn(INTEGER_FORMATS, format)) return undefined;
  return (value, path, errors) => {
    if (typeof value === 'string' && !matchesFormat(format, value))
      errors.push(validationError(scope, 'format', path, value));
  };
};
