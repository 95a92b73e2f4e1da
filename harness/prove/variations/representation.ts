import { isObject, parseJsonBytes, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { MockResponse } from '../../mock/types.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { withHeader } from '../mutators/mutate-response.ts';
import { type TransportBehavior, withTransportBehavior } from '../relay.ts';
import { type Variation, type VariationContext, varyResponses } from './variation.ts';

/** Other spellings of the same answer: of its media type, its JSON, its framing. */
export function representationVariations({ contract }: VariationContext): Variation[] {
  return [
    ...mediaTypes(),
    inJson('escapes every character of its texts', escaped),
    inJson('puts white space wherever JSON allows it', spaced),
    inJson('answers with the members in reverse', (json) => rewritten(json, reversed)),
    extraMembers(contract),
    varyResponses('headers', 'sends headers of its own, one of them twice', (response) => ({
      ...response,
      headers: [['x-request-id', '7'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ...response.headers],
    })),
    varyResponses('headers', 'closes the connection with each answer', (response) =>
      withHeader(response, 'connection', 'close'),
    ),
    ...deliveries(),
  ];
}

function mediaTypes(): Variation[] {
  const type = (says: string, spell: (type: string) => string) =>
    varyResponses('media type', says, (response) => {
      const own = response.headers.find(([name]) => name === 'content-type')?.[1];
      return own === undefined || !isJsonType(own) ? response : withHeader(response, 'content-type', spell(own));
    });
  return [
    type('names a charset', (own) => `${own}; charset=utf-8`),
    type('writes media types in capitals, with a quoted charset', (own) => `${own.toUpperCase()};Charset="UTF-8"`),
    type('puts blanks around the semicolon of a media type', (own) => `${own}  ;  charset=utf-8`),
  ];
}

function inJson(says: string, edit: (json: string) => string): Variation {
  return varyResponses('spelling', says, (response) =>
    isJson(response) ? { ...response, body: Buffer.from(edit(textOf(response))) } : response,
  );
}

function isJson({ headers, body }: MockResponse): boolean {
  return body.length > 0 && headers.some(([name, value]) => name === 'content-type' && isJsonType(value));
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
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** Where the schema of the answer leaves room for members that it does not declare. */
function extraMembers(contract: VariationContext['contract']): Variation {
  const fits = (operation: Operation, { status, headers }: MockResponse, value: JsonValue) => {
    const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const schema = matchMediaType(operation.response(status)?.content ?? [], type)?.schema;
    return schema === undefined || contract.schemas.accepts(schema, value, 'response');
  };
  return varyResponses('members', 'adds members to its answers', (response, operation) => {
    if (!isJson(response)) return response;
    const value = parseJsonBytes(response.body);
    if (!isObject(value)) return response;
    const more = { ...value, createdAt: '2024-05-01T00:00:00Z', _links: [{ rel: null }] };
    return fits(operation, response, more) ? { ...response, body: Buffer.from(stringifyJson(more)) } : response;
  });
}

const DELIVERIES: readonly (readonly [says: string, delivery: TransportBehavior])[] = [
  ['sends bodies in chunks', 'chunked'],
  ['ends bodies by closing the connection', 'until close'],
  ['closes the connection after each answer without saying so', 'hang up'],
  ['sends an informational response first', 'early hints'],
  ['takes its time', 'slow'],
];
/** So that a proof takes less of it. */
const SLOW_EVERY = 20;

function deliveries(): Variation[] {
  return DELIVERIES.map(([says, delivery]) => ({
    description: says,
    aspect: 'delivery',
    mutate: () => {
      let count = 0;
      return {
        transport: { timeout: 10_000 },
        onResponse: (request, _, response) =>
          delivery === 'slow' && ++count % SLOW_EVERY !== 0
            ? response
            : withTransportBehavior(response, request, delivery),
      };
    },
  }));
}
