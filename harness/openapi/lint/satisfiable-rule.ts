import { formatLocation } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Contract } from '../contract.ts';
import { endless } from './endless-schema.ts';
import { contradictoryTypes, impossible, invalidEnum, requiredButClosed } from './impossible-schema.ts';
import { hasAny, type Rule, type Visit, type VisitContext } from './redocly.ts';

/** Finds schemas that no value, or no object, is valid against: a warning, but an error if every response with it is wrong. */
export function satisfiableRules(contract: Contract): Rule[] {
  const visitSchema: Visit = (node, context) => {
    const { pointer } = context.location;
    if (hasAny(node, ['allOf', 'required'])) reportAt(context, pointer, requiredButClosed(contract, pointer));
    if (hasAny(node, ['enum'])) reportAt(context, appendTokens(pointer, 'enum'), invalidEnum(contract, pointer));
    if (hasAny(node, ['oneOf', 'anyOf'])) reportAt(context, pointer, contradictoryTypes(contract, pointer));
    if (hasAny(node, ['oneOf'])) equalBranches(contract, context);
  };
  return [
    {
      ruleId: 'schema-has-a-valid-value',
      severity: 'warn',
      visitor: { Schema: visitSchema, RequestBody: { MediaType: requestBodies(contract) } },
    },
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

/** Recursive schemas are looked at where they are sent, because most of a large document's are not. */
function requestBodies(contract: Contract): Visit {
  return (node, context) => {
    if (!hasAny(node, ['schema'])) return;
    const { pointer } = contract.document.resolve(appendTokens(context.location.pointer, 'schema'));
    reportAt(context, pointer, endless(contract, pointer, 'request'));
  };
}

/** A service that responds with such a schema cannot keep the contract: there is nothing to test. */
function responseBodies(contract: Contract): Visit {
  return (node, context) => {
    if (!hasAny(node, ['schema'])) return;
    const schema = appendTokens(context.location.pointer, 'schema');
    const reason = impossible(contract, schema);
    if (!reason) return;
    const place = formatLocation(contract.document.locate(reason.pointer));
    reportAt(context, schema, `No response can be valid: see ${place}. ${reason.message}`);
  };
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
