import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseJsonBytes, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, replaceAt } from '../../core/json/pointer.ts';
import { ExactNumber, type JsonValue } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';

/** Answers that send back a number of the request as the double nearest to it. */
export function* roundedNumberMutants(subject: MutationContext): Generator<Mutant> {
  const { contract, operation, allParts } = subject;
  for (const response of subject.responses) {
    const { json, body, disposition, spec } = response;
    if (disposition !== 'accepted' || !json || !isObject(body) || !isObject(allParts?.body)) continue;
    const schema = contract.document.resolve(json.schema).pointer;
    for (const name of Object.keys(body)) {
      if (!isNumber(body[name]) || !isNumber(allParts.body[name])) continue;
      const format = appendTokens(schema, 'properties', name, 'format');
      if (contract.document.at(format) !== 'int64') continue;
      yield createMutant(operation, {
        clause: contract.clauseAt(operation, clauseParts.responseBody(spec, json.type), format),
        kind: 'lossless-values',
        description: `sends /${name} back as a double`,
        mutate: changed(subject, response, name, (value) =>
          value instanceof ExactNumber ? Number(value.text) : undefined,
        ),
      });
    }
  }
}

/** Answers that send back a text of the request as what reads UTF-8 as Latin-1 makes of it. */
export function* mojibakeMutants(subject: MutationContext): Generator<Mutant> {
  const { contract, operation, allParts } = subject;
  for (const response of subject.responses) {
    const { json, body, disposition, spec } = response;
    if (disposition !== 'accepted' || !json || !isObject(body) || !isObject(allParts?.body)) continue;
    const schema = contract.document.resolve(json.schema).pointer;
    for (const name of Object.keys(body)) {
      const member = contract.document.at(appendTokens(schema, 'properties', name));
      // Text with further demands may never hold what can be misread.
      if (!isObject(member) || Object.keys(member).some((keyword) => DEMANDS.includes(keyword))) continue;
      if (member['type'] !== 'string' || typeof allParts.body[name] !== 'string') continue;
      yield createMutant(operation, {
        clause: contract.clauseAt(
          operation,
          clauseParts.responseBody(spec, json.type),
          appendTokens(schema, 'properties', name, 'type'),
        ),
        kind: 'lossless-values',
        description: `sends /${name} back as UTF-8 that was read as Latin-1`,
        mutate: changed(subject, response, name, (value) =>
          typeof value === 'string' && !/^[\0-\x7f]*$/.test(value) ? Buffer.from(value).toString('latin1') : undefined,
        ),
      });
    }
  }
}

const DEMANDS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];

/** Changes the values of a member that are not held, and none that would leave the schema by it, which another check would see. */
function changed(
  { contract, operation }: MutationContext,
  { spec, json }: ResponseUnderTest,
  name: string,
  change: (value: JsonValue | undefined) => JsonValue | undefined,
): Mutant['mutate'] {
  return (show) => ({
    onResponse(_, judgement, response) {
      if (judgement.operation !== operation || operation.response(response.status)?.key !== spec.key) return response;
      const body = parseJsonBytes(response.body);
      const next = isObject(body) ? change(body[name]) : undefined;
      if (!isObject(body) || next === undefined) return response;
      const altered = replaceAt(body, appendTokens('', name), next);
      if (json && !contract.schemas.accepts(json.schema, altered, 'response')) return response;
      show();
      return { ...response, body: Buffer.from(stringifyJson(altered)) };
    },
  });
}
