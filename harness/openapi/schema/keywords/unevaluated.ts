import { isObject } from '../../../core/json/index.ts';
import { appendTokens, escapeToken } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { ValidateFn } from '../keyword.ts';
import { type Keyword, type KeywordContext, validationError } from '../keyword.ts';
import { compilePattern } from '../pattern/pattern.ts';

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
    additionalProperties !== undefined || expressions.some((expression) => expression.test(name) !== false);
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
      if (index < first || (fits && scope.evaluation.validity(fits, item, '') !== 'invalid')) evaluated.add(index);
    }
  };
}

/** Names of the members, or indexes of the items, that some keyword has looked at. */
export type EvaluatedKeys = Set<string | number>;

/** Notes what the keywords of one schema look at; what the schemas inside of it look at in the same value comes by itself. */
export type MarkEvaluated = (value: JsonValue, evaluated: EvaluatedKeys) => void;

/** A schema that holds in the place of another, and those that hold in its own place for a value. */
interface Node {
  readonly mark: MarkEvaluated;
  beside(value: JsonValue): readonly Node[];
}

/** Compiles which members or items of a value the schema of `scope` looks at, by itself and by every schema in its place (JSON Schema core, section 11). */
export function compileEvaluated(
  scope: KeywordContext,
  noteOf: (scope: KeywordContext) => MarkEvaluated,
): (value: JsonValue) => EvaluatedKeys {
  const root = nodeAt(scope, scope.pointer, noteOf, new Map());
  return (value) => {
    const evaluated: EvaluatedKeys = new Set();
    visit(root, value, evaluated, new Set());
    return evaluated;
  };
}

/** Each schema once: one that leads back to itself by `allOf` looks at nothing more. */
function visit(node: Node, value: JsonValue, evaluated: EvaluatedKeys, visited: Set<Node>): void {
  if (visited.has(node)) return;
  visited.add(node);
  node.mark(value, evaluated);
  for (const next of node.beside(value)) visit(next, value, evaluated, visited);
}

const NOTHING: Node = { mark: () => {}, beside: () => [] };

/** Nodes are made at their first use, because schemas may be recursive. */
function nodeAt(
  root: KeywordContext,
  place: string,
  noteOf: (scope: KeywordContext) => MarkEvaluated,
  known: Map<string, Node>,
): Node {
  const { document } = root;
  const [pointer = place, target] = document.chain(place);
  if (document.version === '3.0' && target !== undefined) return nodeAt(root, target, noteOf, known);
  const node = known.get(pointer);
  if (node) return node;
  const schema = document.at(pointer);
  if (!isObject(schema)) return NOTHING;
  const scope = { ...root, pointer, schema };
  const at = (other: string) => nodeAt(root, other, noteOf, known);
  let besides: readonly Beside[] | undefined;
  const made: Node = {
    mark: noteOf(scope),
    beside: (value) => {
      besides ??= [...(target === undefined ? [] : [() => [at(target)]]), ...besidesOf(scope, at)];
      return besides.flatMap((beside) => beside(value));
    },
  };
  known.set(pointer, made);
  return made;
}

/** The schemas to which one keyword leads for a value. */
type Beside = (value: JsonValue) => readonly Node[];

/** Where a schema that must hold does not, the value is refused for that; that it is looked at all the same spares further errors. */
function besidesOf(scope: KeywordContext, at: (pointer: string) => Node): Beside[] {
  const besides: Beside[] = [];
  const all = listed(scope, 'allOf').map(at);
  if (all.length > 0) besides.push(() => all);
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listed(scope, keyword).map((pointer) => ({ node: at(pointer), judge: scope.compile(pointer) }));
    if (branches.length > 0) besides.push((value) => holding(scope, branches, value));
  }
  besides.push(...dependent(scope, at), ...conditional(scope, at));
  return besides;
}

function listed({ schema, pointer }: KeywordContext, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => appendTokens(pointer, keyword, index)) : [];
}

function holding(
  { evaluation }: KeywordContext,
  branches: readonly { readonly node: Node; readonly judge: ValidateFn }[],
  value: JsonValue,
): Node[] {
  const held = branches.filter(({ judge }) => evaluation.validity(judge, value, '') !== 'invalid');
  return (held.length > 0 ? held : branches).map(({ node }) => node);
}

function dependent({ schema: { dependentSchemas }, pointer }: KeywordContext, at: (pointer: string) => Node): Beside[] {
  if (!isObject(dependentSchemas)) return [];
  const nodes = Object.keys(dependentSchemas).map(
    (name) => [name, at(appendTokens(pointer, 'dependentSchemas', name))] as const,
  );
  return [
    (value) => (isObject(value) ? nodes.flatMap(([name, node]) => (Object.hasOwn(value, name) ? [node] : [])) : []),
  ];
}

function conditional(scope: KeywordContext, at: (pointer: string) => Node): Beside[] {
  const { schema, pointer } = scope;
  if (schema['if'] === undefined) return [];
  const of = (keyword: string) => (schema[keyword] === undefined ? [] : [at(appendTokens(pointer, keyword))]);
  const [condition, then, otherwise] = [of('if'), of('then'), of('else')];
  const judge = scope.compile(appendTokens(pointer, 'if'));
  return [
    (value) => {
      const validity = scope.evaluation.validity(judge, value, '');
      if (validity === 'not-evaluated') return [...condition, ...then, ...otherwise];
      return validity === 'valid' ? [...condition, ...then] : otherwise;
    },
  ];
}
