import type { Json } from '../../../core/model.ts';
import { isObject } from '../../../core/json/index.ts';
import { escapeToken, join } from '../../../core/json/pointer.ts';
import { evaluation, type Note } from './evaluated.ts';
import { type Keyword, type SchemaError, type Scope, schemaError } from '../keyword.ts';
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
  noteOf: (scope: Scope) => Note,
  inside: (value: Json) => readonly (readonly [key: string | number, value: Json])[],
): Keyword {
  return (scope) => {
    const rest = scope.schema[keyword];
    if (rest === undefined || rest === true) return undefined;
    const judge = isObject(rest) ? scope.compile(join(scope.pointer, keyword)) : undefined;
    const evaluate = evaluation(scope, (other) =>
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
        else errors.push(schemaError(scope, keyword, place, each));
      }
    };
  };
}

function noteAll(inside: (value: Json) => readonly (readonly [key: string | number, value: Json])[]): Note {
  return (value, evaluated) => {
    for (const [key] of inside(value)) evaluated.add(key);
  };
}

function noteMembers({ schema: { properties, patternProperties, additionalProperties } }: Scope): Note {
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

function noteItems(scope: Scope): Note {
  const { prefixItems, items, contains } = scope.schema;
  const first = items !== undefined ? Number.POSITIVE_INFINITY : Array.isArray(prefixItems) ? prefixItems.length : 0;
  const fits = contains === undefined ? undefined : scope.compile(join(scope.pointer, 'contains'));
  return (value, evaluated) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      const errors: SchemaError[] = [];
      if (index >= first) fits?.(item, '', errors);
      if (index < first || (fits && errors.length === 0)) evaluated.add(index);
    }
  };
}
