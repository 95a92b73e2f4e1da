import type { Direction, NamedExample } from '../../model.ts';
import type { Contract } from '../contract.ts';
import { isObject } from '../json.ts';
import { isJsonType } from '../media-type.ts';
import { readExamples } from '../operations.ts';
import { join } from '../pointer.ts';
import { compilePattern } from '../schema/string.ts';
import type { Rule } from './redocly.ts';

type Visit = (node: unknown, context: Context) => unknown;

interface Context {
  readonly location: { readonly pointer: string };
  readonly key: string | number;
  report(problem: { message: string; location: { pointer: string } }): void;
}

/**
 * Rules of our own, for what Redocly does not look at or looks at through rounded numbers.
 * @param schemas takes the pointer of every schema that was walked
 */
export function documentRules(contract: Contract, schemas: Set<string>): Rule[] {
  const examples = exampleVisitors(contract);
  const place: Visit = (_, { location }) => schemas.add(location.pointer);
  return [
    { ruleId: 'schema', severity: 'warn', visitor: { Schema: place } },
    { ruleId: 'pattern-is-a-regular-expression', severity: 'error', visitor: { Schema: patterns(contract) } },
    {
      ruleId: 'security-scheme-defined',
      severity: 'error',
      visitor: { SecurityRequirement: securitySchemes(contract) },
    },
    { ruleId: 'example-fits-its-schema', severity: 'warn', visitor: examples },
  ];
}

/** `pattern` and the names of `patternProperties` must compile: one that does not would refuse nothing. */
function patterns({ document }: Contract): Visit {
  return (_, { location: { pointer }, report }) => {
    const schema = document.at(pointer);
    if (!isObject(schema)) return;
    const { pattern, patternProperties } = schema;
    const named = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    const sources = named.map((name) => [name, join(pointer, 'patternProperties', name)] as const);
    if (typeof pattern === 'string') sources.push([pattern, join(pointer, 'pattern')]);
    for (const [source, place] of sources)
      if (compilePattern(source) === undefined)
        report({ message: `${source} is no regular expression (ECMA-262).`, location: { pointer: place } });
  };
}

function securitySchemes({ document }: Contract): Visit {
  return (_, { location: { pointer }, report }) => {
    const requirement = document.at(pointer);
    if (!isObject(requirement)) return;
    for (const name of Object.keys(requirement))
      if (document.at(join('#/components/securitySchemes', name)) === undefined)
        report({
          message: `There is no security scheme ${name} in components.securitySchemes.`,
          location: { pointer: join(pointer, name) },
        });
  };
}

/** Examples and defaults are judged by the schema that stands beside them, with exact numbers. */
function exampleVisitors(contract: Contract) {
  const { document, schemas } = contract;

  const judge = (schema: string, example: NamedExample, directions: readonly Direction[], { report }: Context) => {
    const errors = directions.map((direction) => schemas.validate(schema, example.value, direction));
    const [first] = errors;
    if (first === undefined || errors.some((found) => found.length === 0)) return;
    const [worst] = first;
    if (worst === undefined) return;
    const member = worst.path === '' ? 'the value' : worst.path;
    const seen = worst.actual === undefined ? '' : `, got ${worst.actual}`;
    report({
      message: `The example does not fit its schema: ${member} ${worst.says}${seen}.`,
      location: { pointer: example.pointer },
    });
  };

  const holder =
    (direction: Direction): Visit =>
    (_, context) => {
      const { pointer } = context.location;
      if (document.at(join(pointer, 'schema')) === undefined) return;
      for (const example of readExamples(document, pointer))
        judge(join(pointer, 'schema'), example, [direction], context);
    };
  const mediaType =
    (direction: Direction): Visit =>
    (node, context) => {
      if (isJsonType(String(context.key))) holder(direction)(node, context);
    };
  const schema: Visit = (_, context) => {
    const { pointer } = context.location;
    const value = document.at(pointer);
    if (!isObject(value)) return;
    const values: NamedExample[] = ['example', 'default'].flatMap((name) =>
      value[name] === undefined ? [] : [{ name, value: value[name], pointer: join(pointer, name) }],
    );
    if (Array.isArray(value['examples']))
      for (const [index, item] of value['examples'].entries())
        values.push({ name: String(index), value: item, pointer: join(pointer, 'examples', index) });
    for (const example of values) judge(pointer, example, ['request', 'response'], context);
  };

  return {
    Schema: schema,
    Parameter: holder('request'),
    Header: holder('response'),
    RequestBody: { MediaType: mediaType('request') },
    Response: { MediaType: mediaType('response') },
  };
}
