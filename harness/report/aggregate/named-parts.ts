import { isResponse } from '../../core/http-response.ts';
import { isObject, tryParseJson } from '../../core/json/index.ts';
import type { HttpRequest, HttpResponse, JsonValue, TransportError } from '../../core/model.ts';
import { MAX_DEPTH, stringsIn } from './response-kind.ts';

const QUOTED = /"([^"]*)"|'([^'\s]*)'|`([^`]*)`/g;

/**
 * Returns the query parameters and properties of a request that an error names, quoted or as a whole text: `"limit" must be
 * positive`, or `{"field": "body.limit"}`. One error about `limit` and one about `sort` have two reasons.
 */
export function namedParts(request: HttpRequest, response: HttpResponse | TransportError): string {
  if (!isResponse(response) || response.status < 400) return '';
  const sent = sentNames(request);
  const parsed = sent.size === 0 ? { error: 'nothing to name' } : tryParseJson(response.body);
  if ('error' in parsed) return '';
  const named = stringsIn(parsed.value, MAX_DEPTH)
    .flatMap(mentionsIn)
    .filter((name) => sent.has(name));
  return [...new Set(named)].sort().join(' ');
}

function mentionsIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].map(([, ...contents]) => contents.join(''));
  return [text, ...quoted]
    .filter((mention) => !/\s/.test(mention))
    .flatMap((mention) => mention.toLowerCase().split(/[^\p{L}\p{N}_-]+/u));
}

function sentNames({ path, body }: HttpRequest): Set<string> {
  const query = new URLSearchParams(path.split('?')[1]);
  const parsed = body === undefined ? undefined : tryParseJson(body);
  const properties = parsed && 'value' in parsed ? propertyNames(parsed.value, MAX_DEPTH) : [];
  return new Set([...query.keys(), ...properties].map((name) => name.toLowerCase()));
}

function propertyNames(value: JsonValue, depth: number): string[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => propertyNames(item, depth - 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...propertyNames(item, depth - 1)]);
}
