import { setProperty, stringifyJson, tryParseJson } from '../core/json/index.ts';
import { getAt } from '../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import { parseMediaType } from './media-type.ts';
import { decodePathLeniently, decodeQueryLeniently, splitQuery } from './parameters/percent-decoding.ts';

/** What runtime expressions refer to. */
export interface ExpressionContext {
  /** Absolute URL of the request. */
  readonly url: string;
  readonly request: ReceivedRequest;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Uint8Array;
  };
}

/**
 * Evaluates a runtime expression, or text with expressions in braces (OpenAPI 3.1.0, Runtime Expressions).
 * @returns undefined if the exchange lacks a value
 */
export function evaluateTemplate(template: string, context: ExpressionContext): string | undefined {
  if (template.startsWith('$')) return evaluate(template, context);
  let isComplete = true;
  const text = template.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => {
    const value = evaluate(expression, context);
    isComplete &&= value !== undefined;
    return value ?? '';
  });
  return isComplete ? text : undefined;
}

function evaluate(expression: string, context: ExpressionContext): string | undefined {
  const { url, request, response, pathParameters } = context;
  if (expression === '$url') return url;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return String(response.status);
  const [, message, place, separator, name = ''] =
    /^\$(request|response)\.([a-z]+)(?:([.#])(.*))?$/s.exec(expression) ?? [];
  if (place === 'body') {
    const body = message === 'request' ? request.body : response.body;
    if (separator === undefined) return Buffer.from(body).toString();
    const type = message === 'request' ? request.headers['content-type'] : headerOf(response.headers, 'content-type');
    return inBody(body, String(type ?? ''), name);
  }
  if (message === 'response') return place === 'header' ? headerOf(response.headers, name) : undefined;
  if (place === 'header') {
    const value = Object.hasOwn(request.headers, name.toLowerCase()) ? request.headers[name.toLowerCase()] : undefined;
    return value === undefined ? undefined : String(value);
  }
  if (place === 'query') {
    const value = splitQuery(request.query).find(([each]) => each === name)?.[1];
    return value === undefined ? undefined : decodeQueryLeniently(value);
  }
  if (place !== 'path' || !Object.hasOwn(pathParameters, name)) return undefined;
  return decodePathLeniently(pathParameters[name] ?? '');
}

function headerOf(headers: ExpressionContext['response']['headers'], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function inBody(bytes: Uint8Array, type: string, pointer: string): string | undefined {
  const body = readBody(bytes, type);
  const value = body === undefined ? undefined : getAt(body, pointer);
  return value === undefined || value === null ? undefined : toText(value);
}

function readBody(bytes: Uint8Array, type: string): JsonValue | undefined {
  if (parseMediaType(type)?.essence === 'application/x-www-form-urlencoded') {
    const form: JsonObject = {};
    for (const [name, value] of splitQuery(Buffer.from(bytes).toString()))
      setProperty(form, name, decodeQueryLeniently(value));
    return form;
  }
  const parsed = tryParseJson(bytes);
  return 'error' in parsed ? undefined : parsed.value;
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
