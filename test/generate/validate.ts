import { JsonSyntaxError, parseJsonBytes } from '../../harness/core/json/index.ts';
import type { HttpRequest, Operation, Parameter } from '../../harness/core/model.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { isJsonType, matchMediaType } from '../../harness/openapi/media-type.ts';
import { compileParameterParser } from '../../harness/openapi/parameters/parse.ts';
import { splitQuery } from '../../harness/openapi/parameters/percent-decoding.ts';

/** What a request breaks as a service reads it from the wire: one entry for each parameter, and for each place of the body. */
export function breaches(contract: Contract, operation: Operation, request: HttpRequest): string[] {
  const parameters = operation.parameters.flatMap((parameter) => {
    const problem = parameterProblem(contract, operation, parameter, request);
    return problem === undefined ? [] : [`${parameter.in} ${parameter.name}: ${problem}`];
  });
  return [...parameters, ...bodyProblems(contract, operation, request)];
}

function parameterProblem(
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
  { path, headers }: HttpRequest,
): string | undefined {
  const [route = '', query = ''] = path.split('?', 2);
  const read = compileParameterParser(
    contract.document,
    parameter,
  )({
    query: splitQuery(query),
    path: pathTexts(operation.path, route),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  });
  if (read.state === 'malformed') return read.message;
  if (read.state === 'absent') return parameter.required ? 'is required' : undefined;
  if (parameter.schema === undefined) return undefined;
  return contract.schemas.validate(parameter.schema, read.value, 'request')[0]?.message;
}

function pathTexts(template: string, route: string): Record<string, string> {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const pattern = template.replace(/\{[^{}]+\}/g, '([^/]*)');
  const texts = new RegExp(`^${pattern}$`).exec(route) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, texts[index + 1] ?? '']));
}

function bodyProblems(contract: Contract, operation: Operation, { headers, body }: HttpRequest): string[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  if (!body || body.length === 0) return requestBody.required ? ['body: is required'] : [];
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const type = matchMediaType(requestBody.content, contentType);
  if (!type) return ['body: media type'];
  if (!isJsonType(type.type) || !type.schema) return [];
  try {
    const errors = contract.schemas.validate(type.schema, parseJsonBytes(body), 'request');
    return [...new Set(errors.map(({ instancePath }) => `body ${instancePath}`))];
  } catch (error) {
    if (error instanceof JsonSyntaxError) return ['body: syntax'];
    throw error;
  }
}
