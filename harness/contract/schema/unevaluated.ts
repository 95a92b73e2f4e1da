import type { Json } from '../../model.ts';
import { isObject } from '../json.ts';
import { escapeToken, join } from '../pointer.ts';
import { type Keyword, type SchemaError, type Scope, schemaError } from './scope.ts';
import { compilePattern } from './string.ts';

/** `unevaluatedProperties` (JSON Schema core, section 11.3): members that no keyword beside it has looked at. */
export const unevaluatedProperties: Keyword = (scope) => {
  const keyword = scope.schema['unevaluatedProperties'];
  if (keyword === undefined || keyword === true) return undefined;
  const rest = isObject(keyword) ? scope.compile(join(scope.pointer, 'unevaluatedProperties')) : undefined;
  return (value, path, errors) => {
    if (!isObject(value)) return;
    const evaluated = new Set<string>();
    collect(scope, scope.pointer, value, evaluated);
    for (const [name, member] of Object.entries(value)) {
      if (evaluated.has(name)) continue;
      const place = `${path}/${escapeToken(name)}`;
      if (rest) rest(member, place, errors);
      else errors.push(schemaError(scope, 'unevaluatedProperties', place, member));
    }
  };
};

function collect(scope: Scope, pointer: string, value: { [name: string]: Json }, evaluated: Set<string>): void {
  const found = scope.document.resolve(pointer);
  const schema = found.value;
  if (!isObject(schema)) return;
  const names = Object.keys(value);
  const { properties, patternProperties, additionalProperties } = schema;
  if (isObject(properties)) for (const name of names) if (Object.hasOwn(properties, name)) evaluated.add(name);
  if (isObject(patternProperties))
    for (const source of Object.keys(patternProperties))
      for (const name of names) if (compilePattern(source)?.test(name)) evaluated.add(name);
  if (additionalProperties !== undefined) for (const name of names) evaluated.add(name);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(schema[keyword]))
      for (const index of schema[keyword].keys())
        collectWhereValid(scope, join(found.pointer, keyword, index), value, evaluated);
  if (schema['if'] === undefined) return;
  const holds = collectWhereValid(scope, join(found.pointer, 'if'), value, evaluated);
  const branch = holds ? 'then' : 'else';
  if (schema[branch] !== undefined) collectWhereValid(scope, join(found.pointer, branch), value, evaluated);
}

function collectWhereValid(
  scope: Scope,
  pointer: string,
  value: { [name: string]: Json },
  evaluated: Set<string>,
): boolean {
  const errors: SchemaError[] = [];
  scope.compile(pointer)(value, '', errors);
  if (errors.length === 0) collect(scope, pointer, value, evaluated);
  return errors.length === 0;
}
