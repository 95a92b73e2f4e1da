import { isObject } from '../../../core/json/index.ts';
import { appendTokens, escapeToken } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type Keyword, type KeywordContext, type ValidationError, validationError } from '../keyword.ts';
import { compileEvaluated, type MarkEvaluated } from './evaluated.ts';
import { compilePattern } from './string.ts';

/** Members that no keyword beside it has looked at (JSON Schema core, section 11.3). */
export const unevaluatedProperties = unevaluated('unevaluatedProperties', noteMembers, (value) =>
  isObject(value) ? Object.entries(value) : [],
);

/** Items that no keyword beside it has looked at (JSON Schema core, section 11.2). */
export const unevaluatedItems = unevaluated('unevaluatedItems', noteItems, (value) =>
  Array.isArray(value) ? [...value.entries()] : [],
);

function unevaluated(
  keyword: string,
  noteOf: (scope: KeywordContext) => MarkEvaluated,
  inside: (value: JsonValue) => readonly (readonly [key: string | number, value: JsonValue])[],
): Keyword {
  return (scope) => {
    const rest = scope.schema[keyword];
    if (rest === undefined || rest === true) return undefined;
    const judge = isObject(rest) ? scope.compile(appendTokens(scope.pointer, keyword)) : undefined;
    const evaluate = compileEvaluated(scope, (other) =>
      other.pointer !== scope.pointer && other.schema[keyword] !== undefined ? noteAll(inside) : noteOf(other),
    );
    return (value, path, errors) => {
      const all = inside(value);
      if (all.length === 0) return;
      const evaluated = evaluate(value);
      for (const [key, each] of all) {
        if (evaluated.has(key)) continue;
        const place = `${path}/${escapeToken(String(key))}`;
        if (judge) judge(each, place, errors);
        else errors.push(validationError(scope, keyword, place, each));
      }
    };
  };
}

function noteAll(
  inside: (value: JsonValue) => readonly (readonly [key: string | number, value: JsonValue])[],
): MarkEvaluated {
  return (value, evaluated) => {
    for (const [key] of inside(value)) evaluated.add(key);
  };
}

function noteMembers({
  schema: { properties, patternProperties, additionalProperties },
}: KeywordContext): MarkEvaluated {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const sources = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const expressions = sources.flatMap((source) => compilePattern(source) ?? []);
  const looksAt = (name: string) =>
    additionalProperties !== undefined || expressions.some((expression) => expression.test(name));
  return (value, evaluated) => {
    if (!isObject(value)) return;
    for (const name of names) evaluated.add(name);
    for (const name of Object.keys(value)) if (looksAt(name)) evaluated.add(name);
  };
}

function noteItems(scope: KeywordContext): MarkEvaluated {
  const { prefixItems, items, contains } = scope.schema;
  const first = items !== undefined ? Number.POSITIVE_INFINITY : Array.isArray(prefixItems) ? prefixItems.length : 0;
  const fits = contains === undefined ? undefined : scope.compile(appendTokens(scope.pointer, 'contains'));
  return (value, evaluated) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      const errors: ValidationError[] = [];
      if (index >= first) fits?.(item, '', errors);
      if (index < first || (fits && errors.length === 0)) evaluated.add(index);
    }
  };
}
