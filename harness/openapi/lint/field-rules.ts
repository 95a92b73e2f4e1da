import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import type { Rule, Visit } from './redocly.ts';

/** What is wrong with an object, at the field that it is about. */
type Problem = readonly [field: string, message: string];
type Check = (part: JsonObject, document: OpenApiDocument, pointer: string) => Iterable<Problem>;

/** Fields that exclude each other, or that the object may not have there; Redocly does not look at them. */
const CHECKS = {
  Example: function* (example) {
    yield* exclusive(example, 'value', ['externalValue', 'dataValue', 'serializedValue']);
    yield* exclusive(example, 'externalValue', ['serializedValue']);
  },
  Header: function* (header) {
    yield* exclusive(header, 'example', ['examples']);
    yield* reservedOutside(header, false);
  },
  MediaType: function* (media) {
    yield* exclusive(media, 'example', ['examples']);
    yield* exclusive(media, 'encoding', ['prefixEncoding', 'itemEncoding']);
  },
  Encoding: (encoding) => exclusive(encoding, 'encoding', ['prefixEncoding', 'itemEncoding']),
  Xml: (xml) => exclusive(xml, 'nodeType', ['attribute', 'wrapped']),
  ServerVariable: function* ({ enum: values }) {
    if (Array.isArray(values) && values.length === 0) yield ['enum', '`enum` must not be empty.'];
  },
  Parameter: function* (parameter, document) {
    yield* exclusive(parameter, 'example', ['examples']);
    yield* exclusive(parameter, 'content', ['schema', 'style', 'explode', 'allowReserved']);
    if (parameter['in'] === 'querystring') yield* exclusive(parameter, 'in', ['schema', 'style'], 'in: querystring');
    const isReservable = parameter['in'] === 'query' || (parameter['in'] === 'path' && document.version === '3.2');
    yield* reservedOutside(parameter, isReservable);
  },
  Operation: queryStrings,
  PathItem: queryStrings,
} as const satisfies Record<string, Check>;

/** Warns of fields that do not go together: one of them is not read. */
export function fieldRule({ document }: Contract): Rule {
  const visitor = Object.entries(CHECKS).map(([type, check]) => [type, visit(document, check)]);
  return { ruleId: 'fields-go-together', severity: 'warn', visitor: Object.fromEntries(visitor) };
}

function visit(document: OpenApiDocument, check: Check): Visit {
  return (node, { location: { pointer }, report }) => {
    if (!isObject(node as JsonObject)) return;
    for (const [field, message] of check(node as JsonObject, document, pointer))
      report({ message, location: { pointer: appendTokens(pointer, field) } });
  };
}

function* exclusive(part: JsonObject, field: string, others: readonly string[], name = field): Generator<Problem> {
  if (part[field] === undefined) return;
  for (const other of others)
    if (part[other] !== undefined) yield [other, `\`${name}\` and \`${other}\` exclude each other.`];
}

/** OpenAPI 3.2.0, Parameter Object: `allowReserved` is about percent-encoding; 3.0 and 3.1 have it for queries only. */
function* reservedOutside({ allowReserved }: JsonObject, isReservable: boolean): Generator<Problem> {
  if (allowReserved !== undefined && !isReservable) yield ['allowReserved', '`allowReserved` has no effect here.'];
}

/** OpenAPI 3.2.0, Parameter Locations: `querystring` once at most, and not beside `query`. */
function* queryStrings(_: JsonObject, document: OpenApiDocument, pointer: string): Generator<Problem> {
  const list = document.at(appendTokens(pointer, 'parameters'));
  const places = Array.isArray(list)
    ? [...list.keys()].map((index) => document.object(appendTokens(pointer, 'parameters', index)).value['in'])
    : [];
  const whole = places.filter((place) => place === 'querystring').length;
  if (whole > 1) yield ['parameters', 'There must be one `querystring` parameter at most.'];
  if (whole > 0 && places.includes('query'))
    yield ['parameters', '`query` and `querystring` parameters exclude each other.'];
}
