import { isObject, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { hasAny, type Rule, type Visit, type VisitContext } from './redocly.ts';

/** Finds schemas that no value, or no object, is valid against: a warning, but an error if every response with it is wrong. */
export function satisfiableRules(contract: Contract): Rule[] {
  const visitSchema: Visit = (node, context) => {
    const { pointer } = context.location;
    if (hasAny(node, ['allOf', 'required'])) reportAt(context, pointer, requiredButClosed(contract, pointer));
    if (hasAny(node, ['enum'])) reportAt(context, appendTokens(pointer, 'enum'), invalidEnum(contract, pointer));
    if (hasAny(node, ['oneOf'])) equalBranches(contract, context);
  };
  return [
    { ruleId: 'schema-has-a-valid-value', severity: 'warn', visitor: { Schema: visitSchema } },
    {
      ruleId: 'response-has-a-valid-value',
      severity: 'error',
      visitor: { Response: { MediaType: responseBodies(contract) } },
    },
  ];
}

function reportAt({ report }: VisitContext, pointer: string, message: string | undefined): void {
  if (message !== undefined) report({ message, location: { pointer } });
}

/** A service that responds with such a schema cannot keep the contract: there is nothing to test. */
function responseBodies(contract: Contract): Visit {
  return (node, context) => {
    if (!hasAny(node, ['schema'])) return;
    const schema = appendTokens(context.location.pointer, 'schema');
    const { pointer, value } = contract.document.resolve(schema);
    if (!isObject(value)) return;
    const isObjectOnly = value['type'] === 'object';
    const reason = (isObjectOnly ? requiredButClosed(contract, pointer) : undefined) ?? invalidEnum(contract, pointer);
    reportAt(context, schema, reason && `No response can be valid. ${reason}`);
  };
}

/** `enum` beside keywords that none of its values satisfies, such as `null` where the type is `string`. */
function invalidEnum({ document, schemas }: Contract, pointer: string): string | undefined {
  const schema = document.at(pointer);
  const values = isObject(schema) && !('$ref' in schema) ? schema['enum'] : undefined;
  if (!Array.isArray(values) || values.some((value) => schemas.accepts(pointer, value, 'response'))) return undefined;
  return 'No value of `enum` is valid against the schema that it is in.';
}

/** A property that is required, itself or by `allOf`, where only other properties are allowed. */
function requiredButClosed({ document }: Contract, pointer: string): string | undefined {
  if (!isObject(document.at(pointer))) return undefined;
  const { schemas } = effectiveSchema(document, pointer, 'response');
  const closed = schemas.map(({ schema }) => schema).filter(isClosed);
  if (closed.length === 0) return undefined;
  const required = schemas.flatMap(({ schema }) => (Array.isArray(schema['required']) ? schema['required'] : []));
  const impossible = required.find((name) => closed.some((schema) => !allows(schema, name)));
  if (impossible === undefined) return undefined;
  return `No object is valid: ${stringifyJson(impossible)} is required, but \`additionalProperties: false\` does not allow it.`;
}

function isClosed({ additionalProperties, patternProperties }: JsonObject): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function allows({ properties }: JsonObject, name: JsonValue): boolean {
  return typeof name !== 'string' || (isObject(properties) && Object.hasOwn(properties, name));
}

/** `oneOf` is valid against exactly one branch: never against one that is there twice. */
function equalBranches({ document }: Contract, { location: { pointer }, report }: VisitContext): void {
  const at = appendTokens(pointer, 'oneOf');
  const list = document.at(at);
  if (!Array.isArray(list)) return;
  const texts = list.map((_, index) => stringifyJson(document.resolve(appendTokens(at, index)).value));
  const twin = texts.findIndex((text, index) => texts.indexOf(text) !== index);
  if (twin === -1) return;
  const message = `Branches ${texts.indexOf(texts[twin] ?? '')} and ${twin} of oneOf are the same: no value is valid against exactly one of them.`;
  report({ message, location: { pointer: appendTokens(at, twin) } });
}
