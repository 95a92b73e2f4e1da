import { isObject, stringifyJson } from '../../core/json/index.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation, withHeader } from './mutate-response.ts';

/** Answers that say they are JSON and are not (RFC 8259). */
export function* malformedJsonMutants(subject: MutationContext): Generator<Mutant> {
  const { contract, operation } = subject;
  for (const response of subject.responses) {
    const { spec, json } = response;
    if (!json) continue;
    const clause = contract.clauseAt(operation, clauseParts.responseBody(spec, json.type), json.pointer);
    for (const [how, change] of ways(response)) {
      const says = `answers ${spec.key} with JSON ${how}`;
      yield createMutant(operation, {
        clause,
        kind: 'syntax',
        description: says,
        mutate: mutateResponses(subject, response, change),
      });
    }
  }
}

function ways({ body }: ResponseUnderTest): [how: string, change: ResponseMutation][] {
  const asText: [string, (json: string) => string][] = [
    ['that is empty', () => ''],
    ['that is a blank', () => ' '],
    ['cut short', (json) => json.slice(0, -1)],
    ['twice', (json) => `${json}${json}`],
    ['with a line of text behind it', (json) => `${json}\nWarning: deprecated`],
    ['behind a line of text', (json) => `Notice: undefined index\n${json}`],
    ['behind a byte order mark', (json) => `\ufeff${json}`],
    ['that is an HTML page', () => '<!DOCTYPE html><html><body>Error</body></html>'],
    ['wrapped in a callback', (json) => `callback(${json})`],
    ['of undefined', () => 'undefined'],
    ['of NaN', () => 'NaN'],
    ...(isObject(body) ? asObject(Object.keys(body)[0] ?? 'x') : []),
  ];
  return [
    ...asText.map(([how, edit]): [string, ResponseMutation] => [
      how,
      (response) => withBody(response, edit(textOf(response.body))),
    ]),
    ['in UTF-16', (response) => withBody(response, Buffer.from(textOf(response.body), 'utf16le'))],
    ['in Latin-1', (response) => withBody(response, Buffer.from(`{"x":"é"}`, 'latin1'))],
    ['that says it is gzip and is not', (response) => withHeader(response, 'content-encoding', 'gzip')],
  ];
}

function asObject(name: string): [string, (json: string) => string][] {
  const open = (json: string) => (json === '{}' ? '{' : json.replace(/\}$/, ','));
  return [
    ['with a comma too many', (json) => `${open(json)}}`],
    ['with a member given twice', (json) => `${open(json)}${stringifyJson(name)}:null}`],
    ['with a member that is NaN', (json) => `${open(json)}"ratio":NaN}`],
    ['with a member that is undefined', (json) => `${open(json)}"more":undefined}`],
    ['with single quotes', (json) => json.replaceAll('"', "'")],
    ['with a comment', (json) => json.replace(/\}$/, ' /* end */}')],
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
