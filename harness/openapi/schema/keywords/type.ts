import { canonicalize, jsonEqual } from '../../../core/json/equal.ts';
import type { JsonValue } from '../../../core/model.ts';
import { allowedTypes, isOfType } from '../instance-types.ts';
import { type Keyword, violation } from '../keyword.ts';

export const type: Keyword = (scope) => {
  if (scope.schema['type'] === undefined) return undefined;
  const types = allowedTypes(scope.schema);
  return (value, path, errors) => {
    for (const name of types) if (isOfType(value, name)) return;
    errors.push(violation(scope, 'type', path, value));
  };
};

export const enumKeyword: Keyword = (scope) => {
  const allowed = scope.schema['enum'];
  if (!Array.isArray(allowed)) return undefined;
  const strings = new Set(allowed.filter((item) => typeof item === 'string'));
  let others: ReadonlySet<string> | undefined;
  const isListed = (value: JsonValue) => {
    if (typeof value === 'string') return strings.has(value);
    // Thousands of values may be tried against thousands.
    others ??= new Set(allowed.filter((item) => typeof item !== 'string').map(canonicalize));
    return others.size > 0 && others.has(canonicalize(value));
  };
  return (value, path, errors) => {
    if (!isListed(value)) errors.push(violation(scope, 'enum', path, value));
  };
};

export const constKeyword: Keyword = (scope) => {
  const expected = scope.schema['const'];
  if (expected === undefined) return undefined;
  return (value, path, errors) => {
    if (!jsonEqual(expected, value)) errors.push(violation(scope, 'const', path, value));
  };
};
