import type { JsonObject } from '../../model.ts';
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

/** Notes the members that a schema looks at: by its own keywords and by those of every schema that holds in place of it. */
function collect(scope: Scope, place: string, value: JsonObject, evaluated: Set<string>): void {
  for (const pointer of scope.document.chain(place)) {
    const schema = scope.document.at(pointer);
    if (!isObject(schema)) continue;
    const judgesAll = pointer !== scope.pointer && schema['unevaluatedProperties'] !== undefined;
    for (const name of Object.keys(value)) if (judgesAll || looksAt(schema, name)) evaluated.add(name);
    for (const branch of branches(scope, pointer, schema, value))
      if (holds(scope, branch, value)) collect(scope, branch, value, evaluated);
  }
}

function looksAt({ properties, patternProperties, additionalProperties }: JsonObject, name: string): boolean {
  if (additionalProperties !== undefined) return true;
  if (isObject(properties) && Object.hasOwn(properties, name)) return true;
  return (
    isObject(patternProperties) && Object.keys(patternProperties).some((source) => compilePattern(source)?.test(name))
  );
}

/** Pointers of the schemas that judge the same value. */
function branches(scope: Scope, pointer: string, schema: JsonObject, value: JsonObject): string[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((_, index) => join(pointer, keyword, index)) : [];
  });
  const { dependentSchemas } = schema;
  const dependent = isObject(dependentSchemas) ? Object.keys(dependentSchemas) : [];
  const present = dependent.filter((name) => Object.hasOwn(value, name));
  lists.push(...present.map((name) => join(pointer, 'dependentSchemas', name)));
  if (schema['if'] === undefined) return lists;
  const condition = join(pointer, 'if');
  const chosen = holds(scope, condition, value) ? 'then' : 'else';
  return [...lists, condition, ...(schema[chosen] === undefined ? [] : [join(pointer, chosen)])];
}

function holds(scope: Scope, pointer: string, value: JsonObject): boolean {
  const errors: SchemaError[] = [];
  scope.compile(pointer)(value, '', errors);
  return errors.length === 0;
}
