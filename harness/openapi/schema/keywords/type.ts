import { equal } from '../../../core/json/equal.ts';
import { type Keyword, schemaError } from '../keyword.ts';
import { isOfType, typesOf } from '../instance-types.ts';

export const type: Keyword = (scope) => {
  if (scope.schema['type'] === undefined) return undefined;
  const types = typesOf(scope.schema);
  return (value, path, errors) => {
    if (!types.some((name) => isOfType(value, name))) errors.push(schemaError(scope, 'type', path, value));
  };
};

export const enumeration: Keyword = (scope) => {
  const allowed = scope.schema['enum'];
  if (!Array.isArray(allowed)) return undefined;
  return (value, path, errors) => {
    if (!allowed.some((item) => equal(item, value))) errors.push(schemaError(scope, 'enum', path, value));
  };
};

export const constant: Keyword = (scope) => {
  const expected = scope.schema['const'];
  if (expected === undefined) return undefined;
  return (value, path, errors) => {
    if (!equal(expected, value)) errors.push(schemaError(scope, 'const', path, value));
  };
};
