import { isNumber } from '../../core/json/decimal.ts';
import { getOwn, isObject, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, replaceAt } from '../../core/json/pointer.ts';
import { ExactNumber, type JsonValue } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { leavesNames } from '../../openapi/schema/discriminator.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { jsonOf } from '../json-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';

/** Mutants that return a number of the request rounded to a double. */
export function* roundedNumberMutants(context: MutationContext): Generator<Mutant> {
  const { document } = context.contract;
  for (const echoed of echoedProperties(context)) {
    const isInt64 = document.at(appendTokens(echoed.schema, 'format')) === 'int64';
    if (!isInt64 || !isNumber(echoed.sent) || !isNumber(echoed.returned)) continue;
    yield mutant(context, echoed, 'format', 'rounded to a double', (value) =>
      value instanceof ExactNumber ? Number(value.text) : undefined,
    );
  }
}

/** Mutants that return a string of the request with UTF-8 decoded as Latin-1. */
export function* mojibakeMutants(context: MutationContext): Generator<Mutant> {
  for (const echoed of echoedProperties(context)) {
    const property = context.contract.document.at(echoed.schema);
    // Strings with further constraints may never contain non-ASCII characters.
    if (!isObject(property) || Object.keys(property).some((keyword) => CONSTRAINING_KEYWORDS.includes(keyword)))
      continue;
    if (property['type'] !== 'string' || typeof echoed.sent !== 'string') continue;
    // The name of a schema is never one of those characters, either.
    if (leavesNames(context.contract.document, echoed.name, echoed.sent, '\u00e9')) continue;
    yield mutant(context, echoed, 'type', 'with UTF-8 decoded as Latin-1', (value) =>
      typeof value === 'string' && !/^[\0-\x7f]*$/.test(value) ? Buffer.from(value).toString('latin1') : undefined,
    );
  }
}

/** A property that a response has, with the value of the same name in the request. */
interface EchoedProperty {
  readonly response: ResponseUnderTest & { readonly json: NonNullable<ResponseUnderTest['json']> };
  readonly name: string;
  /** Pointer of its schema. */
  readonly schema: string;
  readonly sent: JsonValue | undefined;
  readonly returned: JsonValue | undefined;
}

function* echoedProperties(context: MutationContext): Generator<EchoedProperty> {
  const sent = sentJson(context);
  if (!isObject(sent)) return;
  for (const response of context.responses) {
    const { json, body, disposition } = response;
    if (disposition !== 'accepted' || !json || !isObject(body)) continue;
    const { pointer } = context.contract.document.resolve(json.schema);
    for (const [name, returned] of Object.entries(body)) {
      const schema = appendTokens(pointer, 'properties', name);
      yield { response: { ...response, json }, name, schema, sent: getOwn(sent, name), returned };
    }
  }
}

/** The body of a request; undefined if it is not JSON, since the text of a form is read in many ways. */
function sentJson({ operation, allParts }: MutationContext): JsonValue | undefined {
  return isJsonType(requestMediaType(operation)?.type ?? '') ? allParts?.body : undefined;
}

type Change = (value: JsonValue | undefined) => JsonValue | undefined;

function mutant(
  context: MutationContext,
  echoed: EchoedProperty,
  keyword: string,
  how: string,
  change: Change,
): Mutant {
  const { contract, operation } = context;
  const { response, name, schema } = echoed;
  const part = clauseParts.responseBody(response.spec, response.json.type);
  return createMutant(operation, {
    clause: contract.clauseAt(operation, part, appendTokens(schema, keyword)),
    mutator: 'precision-loss',
    dependsOnDocument: true,
    description: `returns /${name} ${how}`,
    mutate: mutateProperty(context, response, name, change),
  });
}

const CONSTRAINING_KEYWORDS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];

/** Changes the values of a property, unless the result violates the schema: another check would report that. */
function mutateProperty(
  { contract, operation }: MutationContext,
  { spec, json }: ResponseUnderTest,
  name: string,
  change: Change,
): Mutant['mutate'] {
  return (show) => ({
    onResponse(_, validation, response) {
      if (validation.operation !== operation || operation.response(response.status)?.key !== spec.key) return response;
      const body = jsonOf(response);
      const next = isObject(body) ? change(getOwn(body, name)) : undefined;
      if (!isObject(body) || next === undefined) return response;
      const altered = replaceAt(body, appendTokens('', name), next);
      if (json && !contract.schemas.accepts(json.schema, altered, 'response')) return response;
      show();
      return { ...response, body: Buffer.from(stringifyJson(altered)) };
    },
  });
}
