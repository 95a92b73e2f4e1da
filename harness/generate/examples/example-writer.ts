import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { getOwn, isObject, stringifyJson } from '../../core/json/index.ts';
import type { HttpRequest, JsonObject, JsonValue, Operation, ParameterIn, SourceLocation } from '../../core/model.ts';
import { DEFAULT_SECRET_FIELDS } from '../../core/secrets/default-secret-fields.ts';
import { SecretFields } from '../../core/secrets/secret-fields.ts';
import { writeFileAtomically } from '../../core/util/write-file.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { ParsedRequest } from '../../openapi/request/validate-request.ts';

/** A request that a service accepted. */
export interface AcceptedRequest {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly parsed: ParsedRequest;
  readonly status: number;
  readonly location: SourceLocation;
}

/** Requests of one operation that have other parameters or properties than each other. */
const MAX_PER_OPERATION = 10;

/** Makes example files of accepted requests: of each operation some that differ in what they contain. */
export class ExampleWriter {
  private readonly secrets: SecretFields;
  /** By operation and by what the request contains. */
  private readonly examples = new Map<Operation, Map<string, JsonObject>>();

  /** @param secretFields names of properties and parameters whose values are masked, beside the usual ones */
  constructor(secretFields: readonly string[]) {
    this.secrets = new SecretFields([...DEFAULT_SECRET_FIELDS, ...secretFields]);
  }

  add(accepted: AcceptedRequest): void {
    const { operation } = accepted;
    const examples = this.examples.get(operation) ?? new Map<string, JsonObject>();
    this.examples.set(operation, examples);
    if (examples.size >= MAX_PER_OPERATION) return;
    const request = this.describeRequest(accepted);
    if (!request) return;
    const key = stringifyJson(shapeOf(request));
    if (examples.has(key)) return;
    const { file, line } = accepted.location;
    const summary = `recorded in ${file}:${line}`;
    examples.set(key, { summary, request, expect: 'success', response: { status: accepted.status } });
  }

  /**
   * Writes a file for each operation.
   * @throws {UsageError} if one cannot be written
   */
  write(folder: string): void {
    const used = new Set<string>();
    for (const [operation, examples] of this.examples) {
      if (examples.size === 0) continue;
      const plain = operation.id.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|-+$/g, '') || 'operation';
      let name = plain;
      for (let copy = 2; used.has(name.toLowerCase()); copy++) name = `${plain}-${copy}`;
      used.add(name.toLowerCase());
      const file = join(folder, `${name}.yaml`);
      try {
        writeFileAtomically(file, toYaml(operation, [...examples.values()]));
      } catch (error) {
        throw new UsageError(`cannot write the examples to ${file}: ${(error as Error).message}`);
      }
    }
  }

  private describeRequest({ operation, request, parsed }: AcceptedRequest): JsonObject | undefined {
    const body = describeBody(operation, request, parsed);
    if (!body) return undefined;
    const of = (place: ParameterIn) => {
      const sent = [...parsed.parameters].filter(([parameter]) => parameter.in === place);
      return Object.fromEntries(sent.map(([{ name }, value]) => [name, value]));
    };
    const groups = { path: of('path'), query: of('query'), headers: of('header'), cookies: of('cookie') };
    const given = Object.entries(groups).filter(([, values]) => Object.keys(values).length > 0);
    return this.mask({ ...Object.fromEntries(given), ...body }) as JsonObject;
  }

  private mask(value: JsonValue): JsonValue {
    return this.secrets.maskValue(value, () => undefined);
  }
}

/** The body as examples write it; undefined if none of their properties can have it. */
function describeBody(
  operation: Operation,
  { body, headers }: HttpRequest,
  parsed: ParsedRequest,
): JsonObject | undefined {
  if (body === undefined) return {};
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const contentType = /^application\/json *(;|$)/i.test(type) && hasJson(operation) ? {} : { contentType: type };
  const value = parsed.body ?? parsed.form;
  if (value !== undefined) return { ...contentType, body: value };
  const text = Buffer.from(body).toString('utf8');
  return Buffer.from(text).equals(body) && !/^multipart\//i.test(type) ? { ...contentType, text } : undefined;
}

function hasJson({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ type }) => isJsonType(type)) ?? false;
}

/** The names in a value, without the values. */
function shapeOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isObject(value)) return null;
  const names = Object.keys(value).sort();
  return names.map((name) => [name, shapeOf(getOwn(value, name) ?? null)]);
}

/** JSON is YAML too, so that a file has a line for each part of a request. */
function toYaml(operation: Operation, examples: readonly JsonObject[]): string {
  const lines = examples.flatMap(({ summary = '', request, expect = '', response = {} }, index) => [
    `  recorded-${index + 1}:`,
    `    summary: ${stringifyJson(summary)}`,
    ...(isObject(request) && Object.keys(request).length > 0
      ? ['    request:', ...Object.entries(request).map(([name, value]) => `      ${name}: ${stringifyJson(value)}`)]
      : []),
    `    expect: ${String(expect)}`,
    `    response: ${stringifyJson(response)}`,
  ]);
  return `${[`operation: ${stringifyJson(operation.id)}`, 'examples:', ...lines].join('\n')}\n`;
}
