import { isNumber } from '../../core/json/decimal.ts';
import { getOwn, isObject, parseJsonBytes, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, replaceAt } from '../../core/json/pointer.ts';
import { ExactNumber, type JsonValue } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';

/** Mutants that return a number of the request rounded to a double. */
export function* roundedNumberMutants(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  const sent = sentJson(context);
  for (const response of context.responses) {
    const { json, body, disposition, spec } = response;
    if (disposition !== 'accepted' || !json || !isObject(body) || !isObject(sent)) continue;
    const schema = contract.document.resolve(json.schema).pointer;
    for (const name of Object.keys(body)) {
      if (!isNumber(body[name]) || !isNumber(getOwn(sent, name))) continue;
      const format = appendTokens(schema, 'properties', name, 'format');
      if (contract.document.at(format) !== 'int64') continue;
      yield createMutant(operation, {
        clause: contract.clauseAt(operation, clauseParts.responseBody(spec, json.type), format),
        mutator: 'precision-loss',
        dependsOnDocument: true,
        description: `returns /${name} rounded to a double`,
        mutate: mutateProperty(context, response, name, (value) =>
          value instanceof ExactNumber ? Number(value.text) : undefined,
        ),
      });
    }
  }
}

/** Mutants that return a string of the request with UTF-8 decoded as Latin-1. */
export function* mojibakeMutants(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  const sent = sentJson(context);
  for (const response of context.responses) {
    const { json, body, disposition, spec } = response;
    if (disposition !== 'accepted' || !json || !isObject(body) || !isObject(sent)) continue;
    const schema = contract.document.resolve(json.schema).pointer;
    for (const name of Object.keys(body)) {
      const property = contract.document.at(appendTokens(schema, 'properties', name));
      // Strings with further constraints may never contain non-ASCII characters.
      if (!isObject(property) || Object.keys(property).some((keyword) => CONSTRAINING_KEYWORDS.includes(keyword)))
        continue;
      if (property['type'] !== 'string' || typeof getOwn(sent, name) !== 'string') continue;
      yield createMutant(operation, {
        clause: contract.clauseAt(
          operation,
          clauseParts.responseBody(spec, json.type),
          appendTokens(schema, 'properties', name, 'type'),
        ),
        mutator: 'precision-loss',
        dependsOnDocument: true,
        description: `returns /${name} with UTF-8 decoded as Latin-1`,
        mutate: mutateProperty(context, response, name, (value) =>
          typeof value === 'string' && !/^[\0-\x7f]*$/.test(value) ? Buffer.from(value).toString('latin1') : undefined,
        ),
      });
    }
  }
}

/** The body of a request; undefined if it is not JSON, since the text of a form is read in many ways. */
function sentJson({ operation, allParts }: MutationContext): JsonValue | undefined {
  return isJsonType(requestMediaType(operation)?.type ?? '') ? allParts?.body : undefined;
}

const CONSTRAINING_KEYWORDS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];

/** Changes the values of a property, unless the result violates the schema: another check would report that. */
function mutateProperty(
  { contract, operation }: MutationContext,
  { spec, json }: ResponseUnderTest,
  name: string,
  change: (value: JsonValue | undefined) => JsonValue | undefined,
): Mutant['mutate'] {
  return (show) => ({
    onResponse(_, validation, response) {
      if (validation.operation !== operation || operation.response(response.status)?.key !== spec.key) return response;
      const body = parseJsonBytes(response.body);
      const next = isObject(body) ? change(getOwn(body, name)) : undefined;
      if (!isObject(body) || next === undefined) return response;
      const altered = replaceAt(body, appendTokens('', name), next);
      if (json && !contract.schemas.accepts(json.schema, altered, 'response')) return response;
      show();
      return { ...response, body: Buffer.from(stringifyJson(altered)) };
    },
  });
}
