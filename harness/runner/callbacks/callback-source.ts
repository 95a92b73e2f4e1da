import type { Operation } from '../../core/model.ts';
import type { KnownValue } from '../../generate/requests/known-values.ts';
import type { Callback } from '../../openapi/callbacks.ts';

/** What in a request says where its callback is sent. */
export interface CallbackSource {
  readonly place: Pick<KnownValue, 'in' | 'at'>;
  /** What follows the value in the request target of the callback. */
  readonly rest: RegExp;
}

/** A URL that begins with a value of the request (OpenAPI 3.1.0, Runtime Expressions). */
const FROM_REQUEST =
  /^\{?\$request\.(?:body#(?<pointer>\/[^{}]*)|(?<place>query|header)\.(?<name>[^{}]+))\}?(?<rest>.*)$/s;

/** @returns undefined for a URL that no request can choose */
export function callbackSource({ url }: Callback, { parameters }: Operation): CallbackSource | undefined {
  const { pointer, place, name, rest = '' } = FROM_REQUEST.exec(url)?.groups ?? {};
  const parameter = parameters.find((each) => each.in === place && isSameName(each.name, name, place));
  const known =
    pointer === undefined
      ? parameter && { in: parameter.in, at: parameter.name }
      : { in: 'body' as const, at: pointer };
  return known && { place: known, rest: templateExpression(rest) };
}

/** Names of headers are case-insensitive (RFC 9110 section 5.1). */
function isSameName(one: string, other: string | undefined, place: string | undefined): boolean {
  return place === 'header' ? one.toLowerCase() === other?.toLowerCase() : one === other;
}

function templateExpression(template: string): RegExp {
  const source = template
    .split(/(\{\$[^{}]*\})/)
    .map((part) => (part.startsWith('{$') ? '.*' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')));
  return new RegExp(`^${source.join('')}$`, 's');
}
