import type { ParameterName, ValueSource } from '../model.ts';

const PARAMETER_PLACES: ReadonlyMap<string, ParameterName['in']> = new Map([
  ['path', 'path'],
  ['query', 'query'],
  ['header', 'header'],
]);

/**
 * Where the value of a runtime expression is (OpenAPI 3.1.0, Runtime Expressions). Text that is no expression is a constant.
 * One with text around an expression in braces stays an expression.
 */
export function parseRuntimeExpression(text: string): ValueSource {
  const bare = /^\{(\$[^{}]*)\}$/.exec(text)?.[1] ?? text;
  if (!bare.startsWith('$'))
    return bare.includes('{$') ? { in: 'expression', expression: bare } : { in: 'constant', value: bare };
  const [, message, place = '', name] = /^\$(request|response)\.([a-z]+)(?:[.#](.*))?$/s.exec(bare) ?? [];
  if (place === 'body' && (name === undefined || name === '' || name.startsWith('/')))
    return { in: message === 'request' ? 'request body' : 'response body', pointer: name ?? '' };
  if (message === 'response' && place === 'header' && name) return { in: 'response header', name };
  const parameterPlace = PARAMETER_PLACES.get(place);
  if (message === 'request' && parameterPlace && name)
    return { in: 'request parameter', parameter: { in: parameterPlace, name } };
  return { in: 'expression', expression: bare };
}
