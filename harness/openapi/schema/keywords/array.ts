import { isNumber } from '../../../core/json/decimal.ts';
import { canonicalize } from '../../../core/json/equal.ts';
import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import { type Keyword, violation } from '../keyword.ts';

export const items: Keyword = (scope) => {
  const prefix = Array.isArray(scope.schema['prefixItems']) ? scope.schema['prefixItems'] : [];
  const rest = scope.schema['items'];
  if (prefix.length === 0 && rest === undefined) return undefined;
  const first = prefix.map((_, index) => scope.compile(appendTokens(scope.pointer, 'prefixItems', index)));
  const others =
    isObject(rest) || typeof rest === 'boolean' ? scope.compile(appendTokens(scope.pointer, 'items')) : undefined;
  return (value, path, errors) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) (first[index] ?? others)?.(item, `${path}/${index}`, errors);
  };
};

export const itemCount: Keyword = (scope) => {
  const { minItems, maxItems } = scope.schema;
  if (!isNumber(minItems) && !isNumber(maxItems)) return undefined;
  const least = Number(minItems ?? 0);
  const most = Number(maxItems ?? Number.POSITIVE_INFINITY);
  return (value, path, errors) => {
    if (!Array.isArray(value)) return;
    if (value.length < least) errors.push(violation(scope, 'minItems', path, value));
    if (value.length > most) errors.push(violation(scope, 'maxItems', path, value));
  };
};

export const uniqueItems: Keyword = (scope) => {
  if (scope.schema['uniqueItems'] !== true) return undefined;
  return (value, path, errors) => {
    if (Array.isArray(value) && new Set(value.map(canonicalize)).size < value.length)
      errors.push(violation(scope, 'uniqueItems', path, value));
  };
};

export const contains: Keyword = (scope) => {
  const { schema, pointer } = scope;
  if (schema['contains'] === undefined) return undefined;
  const matches = scope.compile(appendTokens(pointer, 'contains'));
  const least = isNumber(schema['minContains']) ? Number(schema['minContains']) : 1;
  const most = isNumber(schema['maxContains']) ? Number(schema['maxContains']) : Number.POSITIVE_INFINITY;
  const fewest = isNumber(schema['minContains']) ? 'minContains' : 'contains';
  return (value, path, errors) => {
    if (!Array.isArray(value)) return;
    const found = value.map((item, index) => scope.evaluation.validity(matches, item, `${path}/${index}`));
    const valid = found.filter((validity) => validity === 'valid').length;
    const possible = found.filter((validity) => validity !== 'invalid').length;
    if (possible < least) errors.push(violation(scope, fewest, path, value));
    if (valid > most) errors.push(violation(scope, 'maxContains', path, value));
  };
};
