import { isObject, parseJsonBytes, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { MockResponse } from '../../mock/types.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { contentTypeOf, isJson, jsonOf } from '../json-response.ts';
import { withHeader } from '../mutators/mutate-response.ts';
import { type TransportBehavior, withTransportBehavior } from '../relay.ts';
import { type Variation, type VariationContext, varyResponses } from './variation.ts';

/** Returns variations of the representation: media type, JSON, headers, transport. */
export function representationVariations({ contract }: VariationContext): Variation[] {
  return [
    ...contentTypes(),
    varyJson('escapes every character of its strings', escaped),
    varyJson('adds white space wherever JSON allows it', spaced),
    varyJson('reverses the order of properties', (json) => rewritten(json, reversed)),
    additionalProperties(contract),
    varyResponses('headers', 'adds headers, one of them twice', (response) => ({
      ...response,
      headers: [['x-request-id', '7'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ...response.headers],
    })),
    varyResponses('headers', 'sends Connection: close with each response', (response) =>
      withHeader(response, 'connection', 'close'),
    ),
    ...transportVariations(),
  ];
}

function contentTypes(): Variation[] {
  const type = (description: string, spell: (type: string) => string) =>
    varyResponses('media type', description, (response) => {
      const own = contentTypeOf(response);
      return isJsonType(own) ? withHeader(response, 'content-type', spell(own)) : response;
    });
  return [
    type('adds a charset parameter', (own) => `${own}; charset=utf-8`),
    type('writes media types in capitals, with a quoted charset', (own) => `${own.toUpperCase()};Charset="UTF-8"`),
    type('adds spaces around the semicolon of a media type', (own) => `${own}  ;  charset=utf-8`),
  ];
}

function varyJson(description: string, edit: (json: string) => string): Variation {
  return varyResponses('json', description, (response) =>
    isJson(response) ? { ...response, body: Buffer.from(edit(textOf(response))) } : response,
  );
}

function textOf({ body }: MockResponse): string {
  return Buffer.from(body).toString();
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

function spaced(json: string): string {
  return json.replace(TOKEN, '\r\n\t $& ');
}

function escaped(json: string): string {
  const unit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(TOKEN, (token) =>
    token.length === 1 ? token : `"${(JSON.parse(token) as string).replace(/./gs, unit)}"`,
  );
}

function rewritten(json: string, change: (value: JsonValue) => JsonValue): string {
  return stringifyJson(change(parseJsonBytes(Buffer.from(json))));
}

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, property]) => [name, reversed(property)]),
  );
}

/** Adds undeclared properties if the response schema allows them. */
function additionalProperties(contract: VariationContext['contract']): Variation {
  const fits = (operation: Operation, response: MockResponse, value: JsonValue) => {
    const { content = [] } = operation.response(response.status) ?? {};
    const schema = matchMediaType(content, contentTypeOf(response))?.schema;
    return schema === undefined || contract.schemas.accepts(schema, value, 'response');
  };
  return varyResponses('properties', 'adds undeclared properties to responses', (response, operation) => {
    const value = jsonOf(response);
    if (!isObject(value)) return response;
    const more = { ...value, createdAt: '2024-05-01T00:00:00Z', _links: [{ rel: null }] };
    return fits(operation, response, more) ? { ...response, body: Buffer.from(stringifyJson(more)) } : response;
  });
}

const TRANSPORT_BEHAVIORS: readonly (readonly [description: string, behavior: TransportBehavior])[] = [
  ['sends bodies in chunks', 'chunked'],
  ['ends bodies by closing the connection', 'until close'],
  ['closes the connection after each response without announcing it', 'hang up'],
  ['sends an informational response first', 'early hints'],
  ['responds slowly', 'slow'],
];
/** Delays one response in this many, to save time. */
const SLOW_EVERY = 20;

function transportVariations(): Variation[] {
  return TRANSPORT_BEHAVIORS.map(([description, behavior]) => ({
    description: description,
    aspect: 'transport',
    mutate: () => {
      let count = 0;
      return {
        transport: { timeout: 10_000 },
        onResponse: (request, _, response) =>
          behavior === 'slow' && ++count % SLOW_EVERY !== 0
            ? response
            : withTransportBehavior(response, request, behavior),
      };
    },
  }));
}
