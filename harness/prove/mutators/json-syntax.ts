import { isObject, stringifyJson } from '../../core/json/index.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation, withHeader } from './mutate-response.ts';

/** Mutants that respond with malformed JSON (RFC 8259). */
export function* malformedJsonMutants(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  for (const response of [...context.responses, ...context.otherResponses]) {
    const { spec, json } = response;
    if (!json) continue;
    const clause = contract.clauseAt(operation, clauseParts.responseBody(spec, json.type), json.pointer);
    for (const [how, change] of syntaxErrors(response)) {
      const description = `responds ${spec.key} with JSON ${how}`;
      yield createMutant(operation, {
        clause,
        mutator: 'json-syntax',
        description: description,
        mutate: mutateResponses(context, response, change),
      });
    }
  }
}

function syntaxErrors({ body }: ResponseUnderTest): [how: string, change: ResponseMutation][] {
  const asText: [string, (json: string) => string][] = [
    ['that is empty', () => ''],
    ['that is a space', () => ' '],
    ['truncated', (json) => json.slice(0, -1)],
    ['twice', (json) => `${json}${json}`],
    ['followed by a line of text', (json) => `${json}\nWarning: deprecated`],
    ['after a line of text', (json) => `Notice: undefined index\n${json}`],
    ['after a byte order mark', (json) => `\ufeff${json}`],
    ['that is an HTML page', () => '<!DOCTYPE html><html><body>Error</body></html>'],
    ['wrapped in a callback', (json) => `callback(${json})`],
    ['of undefined', () => 'undefined'],
    ['of NaN', () => 'NaN'],
    ...(isObject(body) ? objectErrors(stringifyJson(Object.keys(body)[0] ?? 'x')) : []),
  ];
  return [
    ...asText.map(([how, edit]): [string, ResponseMutation] => [
      how,
      (response) => withBody(response, edit(textOf(response.body))),
    ]),
    ['in UTF-16', (response) => withBody(response, Buffer.from(textOf(response.body), 'utf16le'))],
    ['in Latin-1', (response) => withBody(response, Buffer.from(`{"x":"é"}`, 'latin1'))],
    ['declared as gzip without being compressed', (response) => withHeader(response, 'content-encoding', 'gzip')],
  ];
}

function objectErrors(name: string): [string, (json: string) => string][] {
  const isEmpty = (json: string) => json === '{}';
  const open = (json: string) => (isEmpty(json) ? '{' : json.replace(/\}$/, ','));
  return [
    ['with a trailing comma', (json) => (isEmpty(json) ? '{,}' : `${open(json)}}`)],
    ['with a duplicate property', (json) => `${open(json)}${name}:null,${name}:null}`],
    ['with a property that is NaN', (json) => `${open(json)}"ratio":NaN}`],
    ['with a property that is undefined', (json) => `${open(json)}"more":undefined}`],
    ['with single quotes', (json) => (json.includes('"') ? json.replaceAll('"', "'") : `${open(json)}'more':null}`)],
    // Without a type in the schema, the body may be no object.
    ['with a comment', (json) => (json.endsWith('}') ? `${json.slice(0, -1)} /* end */}` : `${json} /* end */`)],
    ['with a raw line break in a string', (json) => `${open(json)}"more":"a\nb"}`],
    ['with a bad escape', (json) => `${open(json)}"more":"\\x41"}`],
    ['with a number with a leading zero', (json) => `${open(json)}"more":012}`],
  ];
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString();
}

function withBody(response: Parameters<ResponseMutation>[0], body: string | Uint8Array): ReturnType<ResponseMutation> {
  return { ...response, body: typeof body === 'string' ? Buffer.from(body) : body };
}
