import { isObject } from '../../../core/json/index.ts';
import { appendTokens, escapeToken } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { ValidateFn } from '../keyword.ts';
import { type Keyword, type KeywordContext, violation } from '../keyword.ts';
import { compilePattern } from '../pattern/pattern.ts';

/** Properties that no adjacent keyword evaluates (JSON Schema core, section 11.3). */
export const unevaluatedProperties = unevaluated('unevaluatedProperties', markProperties, (value) =>
  isObject(value) ? Object.entries(value) : [],
);

/** Items that no adjacent keyword evaluates (JSON Schema core, section 11.2). */
export const unevaluatedItems = unevaluated('unevaluatedItems', markItems, (value) =>
  Array.isArray(value) ? [...value.entries()] : [],
);

function unevaluated(
  keyword: string,
  markerOf: (scope: KeywordContext) => MarkEvaluated,
  inside: (value: JsonValue) => readonly (readonly [key: string | number, value: JsonValue])[],
): Keyword {
  return (scope) => {
    const rest = scope.schema[keyword];
    if (rest === undefined || rest === true) return undefined;
    const validate = isObject(rest) ? scope.compile(appendTokens(scope.pointer, keyword)) : undefined;
    const evaluate = compileEvaluated(scope, (other) =>
      other.pointer !== scope.pointer && other.schema[keyword] !== undefined ? markAll(inside) : markerOf(other),
    );
    return (value, path, errors) => {
      const all = inside(value);
      if (all.length === 0) return;
      const evaluated = evaluate(value);
      for (const [key, each] of all) {
        if (evaluated.has(key)) continue;
        const innerPath = `${path}/${escapeToken(String(key))}`;
        if (validate) validate(each, innerPath, errors);
        else errors.push(violation(scope, keyword, innerPath, each));
      }
    };
  };
}

function markAll(
  inside: (value: JsonValue) => readonly (readonly [key: string | number, value: JsonValue])[],
): MarkEvaluated {
  return (value, evaluated) => {
    for (const [key] of inside(value)) evaluated.add(key);
  };
}

function markProperties({
  schema: { properties, patternProperties, additionalProperties },
}: KeywordContext): MarkEvaluated {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const sources = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const expressions = sources.flatMap((source) => compilePattern(source) ?? []);
  const isEvaluated = (name: string) =>
    additionalProperties !== undefined || expressions.some((expression) => expression.test(name) !== false);
  return (value, evaluated) => {
    if (!isObject(value)) return;
    for (const name of names) evaluated.add(name);
    for (const name of Object.keys(value)) if (isEvaluated(name)) evaluated.add(name);
  };
}

function markItems(scope: KeywordContext): MarkEvaluated {
  const { prefixItems, items, contains } = scope.schema;
  const first = items !== undefined ? Number.POSITIVE_INFINITY : Array.isArray(prefixItems) ? prefixItems.length : 0;
  const matches = contains === undefined ? undefined : scope.compile(appendTokens(scope.pointer, 'contains'));
  return (value, evaluated) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      if (index < first || (matches && scope.evaluation.validity(matches, item, '') !== 'invalid'))
        evaluated.add(index);
    }
  };
}

/** Names of the properties, or indexes of the items, that some keyword evaluates. */
export type EvaluatedKeys = Set<string | number>;

/** Marks what the keywords of one schema evaluate, without those of its in-place subschemas. */
export type MarkEvaluated = (value: JsonValue, evaluated: EvaluatedKeys) => void;

/** A schema with its in-place subschemas that apply to a value. */
interface Node {
  readonly mark: MarkEvaluated;
  subschemas(value: JsonValue): readonly Node[];
}

/** Compiles which properties or items a schema evaluates, itself or by in-place subschemas (JSON Schema core, section 11). */
export function compileEvaluated(
  scope: KeywordContext,
  markerOf: (scope: KeywordContext) => MarkEvaluated,
): (value: JsonValue) => EvaluatedKeys {
  const root = nodeAt(scope, scope.pointer, markerOf, new Map());
  return (value) => {
    const evaluated: EvaluatedKeys = new Set();
    visit(root, value, evaluated, new Set());
    return evaluated;
  };
}

/** Visits each schema once: one that refers to itself by `allOf` evaluates nothing more. */
function visit(node: Node, value: JsonValue, evaluated: EvaluatedKeys, visited: Set<Node>): void {
  if (visited.has(node)) return;
  visited.add(node);
  node.mark(value, evaluated);
  for (const next of node.subschemas(value)) visit(next, value, evaluated, visited);
}

const NO_SCHEMA: Node = { mark: () => {}, subschemas: () => [] };

/** Creates nodes at their first use, because schemas may be recursive. */
function nodeAt(
  root: KeywordContext,
  schemaPointer: string,
  markerOf: (scope: KeywordContext) => MarkEvaluated,
  nodes: Map<string, Node>,
): Node {
  const { document } = root;
  const [pointer = schemaPointer, target] = document.chain(schemaPointer);
  if (document.version === '3.0' && target !== undefined) return nodeAt(root, target, markerOf, nodes);
  const node = nodes.get(pointer);
  if (node) return node;
  const schema = document.at(pointer);
  if (!isObject(schema)) return NO_SCHEMA;
  const scope = { ...root, pointer, schema };
  const at = (other: string) => nodeAt(root, other, markerOf, nodes);
  let inPlace: readonly FindSubschemas[] | undefined;
  const created: Node = {
    mark: markerOf(scope),
    subschemas: (value) => {
      inPlace ??= [...(target === undefined ? [] : [() => [at(target)]]), ...inPlaceSubschemas(scope, at)];
      return inPlace.flatMap((find) => find(value));
    },
  };
  nodes.set(pointer, created);
  return created;
}

/** Finds the subschemas that one keyword applies to a value. */
type FindSubschemas = (value: JsonValue) => readonly Node[];

/** Subschemas that a value violates count as well: one error is reported for the violation, and none for what they evaluate. */
function inPlaceSubschemas(scope: KeywordContext, at: (pointer: string) => Node): FindSubschemas[] {
  const found: FindSubschemas[] = [];
  const all = listed(scope, 'allOf').map(at);
  if (all.length > 0) found.push(() => all);
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listed(scope, keyword).map((pointer) => ({ node: at(pointer), validate: scope.compile(pointer) }));
    if (branches.length > 0) found.push((value) => validBranches(scope, branches, value));
  }
  found.push(...dependent(scope, at), ...conditional(scope, at));
  return found;
}

function listed({ schema, pointer }: KeywordContext, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => appendTokens(pointer, keyword, index)) : [];
}

function validBranches(
  { evaluation }: KeywordContext,
  branches: readonly { readonly node: Node; readonly validate: ValidateFn }[],
  value: JsonValue,
): Node[] {
  const valid = branches.filter(({ validate }) => evaluation.validity(validate, value, '') !== 'invalid');
  return (valid.length > 0 ? valid : branches).map(({ node }) => node);
}

function dependent(
  { schema: { dependentSchemas }, pointer }: KeywordContext,
  at: (pointer: string) => Node,
): FindSubschemas[] {
  if (!isObject(dependentSchemas)) return [];
  const nodes = Object.keys(dependentSchemas).map(
    (name) => [name, at(appendTokens(pointer, 'dependentSchemas', name))] as const,
  );
  return [
    (value) => (isObject(value) ? nodes.flatMap(([name, node]) => (Object.hasOwn(value, name) ? [node] : [])) : []),
  ];
}

function conditional(scope: KeywordContext, at: (pointer: string) => Node): FindSubschemas[] {
  const { schema, pointer } = scope;
  if (schema['if'] === undefined) return [];
  const of = (keyword: string) => (schema[keyword] === undefined ? [] : [at(appendTokens(pointer, keyword))]);
  const [condition, then, otherwise] = [of('if'), of('then'), of('else')];
  const validate = scope.compile(appendTokens(pointer, 'if'));
  return [
    (value) => {
      const validity = scope.evaluation.validity(validate, value, '');
      if (validity === 'not-evaluated') return [...condition, ...then, ...otherwise];
      return validity === 'valid' ? [...condition, ...then] : otherwise;
    },
  ];
}
