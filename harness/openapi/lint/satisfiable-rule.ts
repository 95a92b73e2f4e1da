import { isObject, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { hasAny, type Rule, type Visit } from './redocly.ts';

/** Warns of schemas that no value, or no object, is valid against: neither a request nor a response can be right. */
export function satisfiableRule(contract: Contract): Rule {
  const checks = [requiredButClosed(contract), equalBranches(contract)];
  const visitSchema: Visit = (node, context) => {
    for (const check of checks) check(node, context);
  };
  return { ruleId: 'schema-has-a-valid-value', severity: 'warn', visitor: { Schema: visitSchema } };
}

/** A property that is required, itself or by `allOf`, where only other properties are allowed. */
function requiredButClosed({ document }: Contract): Visit {
  return (node, { location: { pointer }, report }) => {
    if (!hasAny(node, ['allOf', 'required']) || !isObject(document.at(pointer))) return;
    const { schemas } = effectiveSchema(document, pointer, 'response');
    const closed = schemas.map(({ schema }) => schema).filter(isClosed);
    if (closed.length === 0) return;
    const required = schemas.flatMap(({ schema }) => (Array.isArray(schema['required']) ? schema['required'] : []));
    const impossible = required.find((name) => closed.some((schema) => !allows(schema, name)));
    if (impossible === undefined) return;
    const message = `No object is valid: ${stringifyJson(impossible)} is required, but \`additionalProperties: false\` does not allow it.`;
    report({ message, location: { pointer } });
  };
}

function isClosed({ additionalProperties, patternProperties }: JsonObject): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

function allows({ properties }: JsonObject, name: JsonValue): boolean {
  return typeof name !== 'string' || (isObject(properties) && Object.hasOwn(properties, name));
}

/** `oneOf` is valid against exactly one branch: never against one that is there twice. */
function equalBranches({ document }: Contract): Visit {
  return (node, { location: { pointer }, report }) => {
    if (!hasAny(node, ['oneOf'])) return;
    const at = appendTokens(pointer, 'oneOf');
    const list = document.at(at);
    if (!Array.isArray(list)) return;
    const texts = list.map((_, index) => stringifyJson(document.resolve(appendTokens(at, index)).value));
    const twin = texts.findIndex((text, index) => texts.indexOf(text) !== index);
    if (twin === -1) return;
    const message = `Branches ${texts.indexOf(texts[twin] ?? '')} and ${twin} of oneOf are the same: no value is valid against exactly one of them.`;
    report({ message, location: { pointer: appendTokens(at, twin) } });
  };
}
