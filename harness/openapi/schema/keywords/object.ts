import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import { appendTokens, escapeToken } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { stripScope } from '../../bundle/dynamic-scope.ts';
import { type Keyword, type KeywordContext, type ValidateFn, violation } from '../keyword.ts';
import { compilePattern, type PatternResult } from '../pattern/pattern.ts';
import { isAlone, schemaParts } from '../schema-parts.ts';

/** True for a `readOnly` property of a request and a `writeOnly` property of a response (OpenAPI 3.0.3, Schema Object). */
export function isOtherDirection(
  scope: Pick<KeywordContext, 'document' | 'direction' | 'schema' | 'pointer'>,
  name: string,
): boolean {
  const properties = scope.schema['properties'];
  if (!isObject(properties) || !Object.hasOwn(properties, name)) return false;
  const keyword = scope.direction === 'request' ? 'readOnly' : 'writeOnly';
  const own = properties[name];
  if (isObject(own) && isAlone(own)) return own[keyword] === true;
  const parts = schemaParts(scope.document, appendTokens(scope.pointer, 'properties', name));
  return parts.some(({ schema }) => schema[keyword] === true);
}

/** Returns each name of `required` with its index, except properties of the other direction. */
export function requiredProperties(
  scope: Pick<KeywordContext, 'document' | 'direction' | 'schema' | 'pointer'>,
): Map<string, number> {
  const list = scope.schema['required'];
  const names = new Map<string, number>();
  if (!Array.isArray(list)) return names;
  for (const [index, name] of list.entries())
    if (typeof name === 'string' && !isOtherDirection(scope, name)) names.set(name, index);
  return names;
}

export const required: Keyword = (scope) => {
  const names = [...requiredProperties(scope)];
  if (names.length === 0) return undefined;
  return (value, path, errors) => {
    if (!isObject(value)) return;
    for (const [name, index] of names)
      if (!Object.hasOwn(value, name))
        errors.push({
          scope,
          keyword: 'required',
          instancePath: `${path}/${escapeToken(name)}`,
          value: undefined,
          token: index,
        });
  };
};

/** The keywords `properties`, `patternProperties` and `additionalProperties`. */
export const properties: Keyword = (scope) => {
  const { schema, pointer } = scope;
  const named = new Map(
    [...compileMap(scope, 'properties')].map(([name, validate]) => [name, { validate, step: `/${escapeToken(name)}` }]),
  );
  const patterns = compilePatterns(scope);
  const additional = schema['additionalProperties'];
  const isClosed = additional === false;
  const rest = isObject(additional) ? scope.compile(appendTokens(pointer, 'additionalProperties')) : undefined;
  if (named.size === 0 && patterns.length === 0 && !isClosed && !rest) return undefined;
  return (value, path, errors) => {
    if (!isObject(value)) return;
    for (const name in value) {
      const inner = value[name] as JsonValue;
      const own = named.get(name);
      const innerPath = path + (own?.step ?? `/${escapeToken(name)}`);
      own?.validate(inner, innerPath, errors);
      if (own && patterns.length === 0) continue;
      let isDescribed = own !== undefined;
      for (const { matches, validate } of patterns) {
        const result = matches(name);
        if (result === true) validate(inner, innerPath, errors);
        if (result !== false) isDescribed = true;
      }
      if (isDescribed) continue;
      if (isClosed) errors.push(violation(scope, 'additionalProperties', innerPath, inner));
      else rest?.(inner, innerPath, errors);
    }
  };
};

interface PatternProperty {
  matches(name: string): PatternResult;
  readonly validate: ValidateFn;
}

function compilePatterns(scope: KeywordContext): PatternProperty[] {
  return [...compileMap(scope, 'patternProperties')].flatMap(([source, validate]) => {
    const expression = compilePattern(source);
    if (expression === undefined) return [];
    const pointer = stripScope(appendTokens(scope.pointer, 'patternProperties', source));
    const matches = (name: string) => {
      const result = expression.test(name);
      if (result === 'not-evaluated') scope.evaluation.skip(pointer);
      return result;
    };
    return [{ matches, validate }];
  });
}

function compileMap(scope: KeywordContext, keyword: string): Map<string, ValidateFn> {
  const schemas = scope.schema[keyword];
  if (!isObject(schemas)) return new Map();
  return new Map(Object.keys(schemas).map((name) => [name, scope.compile(appendTokens(scope.pointer, keyword, name))]));
}

export const propertyCount: Keyword = (scope) => {
  const { minProperties, maxProperties } = scope.schema;
  if (!isNumber(minProperties) && !isNumber(maxProperties)) return undefined;
  const least = Number(minProperties ?? 0);
  const most = Number(maxProperties ?? Number.POSITIVE_INFINITY);
  return (value, path, errors) => {
    if (!isObject(value)) return;
    const size = Object.keys(value).length;
    if (size < least) errors.push(violation(scope, 'minProperties', path, value));
    if (size > most) errors.push(violation(scope, 'maxProperties', path, value));
  };
};

export const propertyNames: Keyword = (scope) => {
  if (scope.schema['propertyNames'] === undefined) return undefined;
  const validate = scope.compile(appendTokens(scope.pointer, 'propertyNames'));
  return (value, path, errors) => {
    if (isObject(value)) for (const name of Object.keys(value)) validate(name, `${path}/${escapeToken(name)}`, errors);
  };
};

export const dependentRequired: Keyword = (scope) => {
  const dependents = scope.schema['dependentRequired'];
  if (!isObject(dependents)) return undefined;
  return (value, path, errors) => {
    if (!isObject(value)) return;
    for (const [name, needed] of Object.entries(dependents as JsonObject)) {
      if (!Object.hasOwn(value, name) || !Array.isArray(needed)) continue;
      for (const other of needed)
        if (typeof other === 'string' && !Object.hasOwn(value, other))
          errors.push(violation(scope, 'dependentRequired', path, value));
    }
  };
};

export const dependentSchemas: Keyword = (scope) => {
  const schemas = compileMap(scope, 'dependentSchemas');
  if (schemas.size === 0) return undefined;
  return (value, path, errors) => {
    if (!isObject(value)) return;
    for (const [name, validate] of schemas) if (Object.hasOwn(value, name)) validate(value, path, errors);
  };
};
