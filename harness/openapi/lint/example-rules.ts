import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, NamedExample } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { isForm, isJsonType, isXmlType } from '../media-type.ts';
import { exampleValue, readExamples, xmlOf } from '../read-content.ts';
import { hasAny, type Visit, type VisitContext } from './redocly.ts';

/** Visitors that validate examples and defaults against their schema, with exact numbers. */
export function exampleVisitors(contract: Contract) {
  return {
    Schema: ownExamples(contract),
    Parameter: examplesOf(contract, 'request'),
    Header: examplesOf(contract, 'response'),
    RequestBody: { MediaType: bodyExamplesOf(contract, 'request') },
    Response: { MediaType: bodyExamplesOf(contract, 'response') },
  };
}

/** `example`, `default` and, from 3.1 on, `examples` of a schema, which must be valid for a request or for a response. */
function ownExamples(contract: Contract): Visit {
  return (node, context) => {
    if (!hasAny(node, ['example', 'default', 'examples'])) return;
    const { pointer } = context.location;
    const schema = contract.document.at(pointer);
    if (!isObject(schema)) return;
    const values: NamedExample[] = ['example', 'default'].flatMap((name) =>
      schema[name] === undefined ? [] : [{ name, value: schema[name], pointer: appendTokens(pointer, name) }],
    );
    const { examples } = schema;
    if (Array.isArray(examples))
      for (const [index, value] of examples.entries())
        values.push({ name: String(index), value, pointer: appendTokens(pointer, 'examples', index) });
    for (const example of values) validateExample(contract, pointer, example, ['request', 'response'], context);
  };
}

function examplesOf(contract: Contract, direction: Direction, type = ''): Visit {
  return (node, context) => {
    if (!hasAny(node, ['example', 'examples'])) return;
    const { pointer } = context.location;
    const schema = appendTokens(pointer, 'schema');
    if (contract.document.at(schema) === undefined) return;
    for (const example of readExamples(contract.document, pointer)) {
      const xml = xmlOf(contract.document, type, schema);
      const value = exampleValue(contract.document, { type, schema, ...xml }, example.value);
      if (!xml.xml || typeof value !== 'string')
        validateExample(contract, schema, { ...example, value }, [direction], context);
    }
  };
}

/** Examples of JSON, XML and forms; any other body is one string, whatever its schema. */
function bodyExamplesOf(contract: Contract, direction: Direction): Visit {
  return (node, context) => {
    const type = String(context.key);
    if (isJsonType(type) || isXmlType(type) || isForm(type)) examplesOf(contract, direction, type)(node, context);
  };
}

function validateExample(
  { schemas }: Contract,
  schema: string,
  { value, pointer }: NamedExample,
  directions: readonly Direction[],
  { report }: VisitContext,
): void {
  const [direction = 'request', ...others] = directions;
  const [first] = schemas.validate(schema, value, direction);
  if (first === undefined || others.some((other) => schemas.accepts(schema, value, other))) return;
  const { instancePath, message, actual } = first;
  const got = actual === undefined ? '' : `, got ${actual}`;
  report({
    message: `The example is not valid against its schema: ${instancePath === '' ? 'the value' : instancePath} ${message}${got}.`,
    location: { pointer },
  });
}
