import type { Clause, Direction, Operation, Parameter, ResponseSpec } from '../model.ts';
import type { OpenApiDocument } from './document.ts';
import { unscoped } from './dynamic-scopes.ts';
import { isObject } from './json.ts';
import { join } from './pointer.ts';
import { demands, describe } from './schema/describe.ts';
import { isOneWay, requiredNames } from './schema/object.ts';

/** Names of the parts of an exchange that clauses speak of. */
export const parts = {
  answer: 'answer',
  security: 'security',
  requestBody: (mediaType: string) => `request body ${mediaType}`,
  parameter: ({ in: place, name }: Pick<Parameter, 'in' | 'name'>) => `${place} ${name}`,
  response: ({ key }: Pick<ResponseSpec, 'key'>) => `response ${key}`,
  responseBody: ({ key }: Pick<ResponseSpec, 'key'>, mediaType: string) => `response ${key} body ${mediaType}`,
  responseHeader: ({ key }: Pick<ResponseSpec, 'key'>, name: string) => `response ${key} header ${name}`,
} as const;

/** Schema keywords that lead to further schemas of the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'];

/** Derives every clause of an operation from the document. */
export function deriveClauses(document: OpenApiDocument, operation: Operation): Clause[] {
  return new ClauseWalk(document, operation).all();
}

class ClauseWalk {
  private readonly document: OpenApiDocument;
  private readonly operation: Operation;
  private readonly clauses: Clause[] = [];
  private readonly ids = new Set<string>();

  constructor(document: OpenApiDocument, operation: Operation) {
    this.document = document;
    this.operation = operation;
  }

  all(): Clause[] {
    const { operation } = this;
    this.add(
      'response',
      parts.answer,
      operation.pointer,
      'whole',
      'every request is answered with one whole HTTP response',
    );
    this.add(
      'response',
      parts.answer,
      join(operation.pointer, 'responses'),
      'status',
      'the status is a documented one',
    );
    if (operation.security.some((alternative) => alternative.length > 0)) this.security();
    for (const parameter of operation.parameters) this.parameter(parameter);
    this.requestBody();
    for (const response of operation.responses) this.response(response);
    return this.clauses;
  }

  private security(): void {
    const own = join(this.operation.pointer, 'security');
    const pointer = this.document.at(own) === undefined ? '#/security' : own;
    const schemes = this.operation.security.map((alternative) => alternative.join(' and ') || 'none').join(', or ');
    this.add('request', parts.security, pointer, 'required', `credentials are required: ${schemes}`);
  }

  private parameter(parameter: Parameter): void {
    const part = parts.parameter(parameter);
    const name = `${parameter.in} parameter ${parameter.name}`;
    const required = join(parameter.pointer, 'required');
    if (parameter.required && parameter.in !== 'path')
      this.add('request', part, required, 'required', `${name} is required`);
    else if (!parameter.required) this.add('request', part, parameter.pointer, 'optional', `${name} may be absent`);
    if (parameter.schema) this.schema('request', part, parameter.schema, name);
  }

  private requestBody(): void {
    const body = this.operation.requestBody;
    if (!body) return;
    if (body.required)
      this.add('request', 'request body', join(body.pointer, 'required'), 'required', 'a request body is required');
    const types = body.content.map(({ type }) => type).join(', ');
    this.add('request', 'request body', join(body.pointer, 'content'), 'media type', `the request body is ${types}`);
    for (const { type, pointer, schema } of body.content) {
      const part = parts.requestBody(type);
      this.add('request', part, pointer, 'syntax', `the request body is well-formed ${type}`);
      if (schema) this.schema('request', part, schema, 'request body');
    }
  }

  private response(response: ResponseSpec): void {
    const part = parts.response(response);
    this.add('response', part, response.pointer, 'documented', `response ${response.key} is answered as documented`);
    for (const header of response.headers) {
      const name = `response ${response.key} header ${header.name}`;
      const headerPart = parts.responseHeader(response, header.name);
      if (header.required)
        this.add('response', headerPart, join(header.pointer, 'required'), 'required', `${name} is required`);
      if (header.schema) this.schema('response', headerPart, header.schema, name);
    }
    if (response.content.length === 0) return;
    const types = response.content.map(({ type }) => type).join(', ');
    const content = join(response.pointer, 'content');
    this.add('response', part, content, 'media type', `response ${response.key} is ${types}`);
    for (const { type, pointer, schema } of response.content) {
      const bodyPart = parts.responseBody(response, type);
      this.add('response', bodyPart, pointer, 'syntax', `response ${response.key} body is well-formed ${type}`);
      if (schema) this.schema('response', bodyPart, schema, `response ${response.key} body`);
    }
  }

  private schema(direction: Direction, part: string, pointer: string, subject: string): void {
    const seen = new Set<string>();
    this.walk(direction, part, pointer, '', subject, seen);
  }

  private walk(
    direction: Direction,
    part: string,
    place: string,
    path: string,
    subject: string,
    seen: Set<string>,
  ): void {
    const { pointer, value: schema } = this.document.resolve(place);
    if (!isObject(schema) || seen.has(pointer)) return;
    seen.add(pointer);
    const name = path === '' ? subject : `${subject} ${path}`;
    const scope = { document: this.document, direction, pointer, schema };
    const names = requiredNames(scope);
    for (const keyword of Object.keys(schema)) {
      if (!demands(keyword) || keyword === 'required') continue;
      if (isNoDemand(keyword, schema[keyword])) continue;
      this.add(
        direction,
        part,
        join(pointer, keyword),
        `${path} ${keyword}`,
        `${name} ${describe(keyword, schema)}`,
        path,
      );
    }
    for (const [member, index] of names) {
      const says = `${subject} ${path}/${member} is required`;
      this.add(direction, part, join(pointer, 'required', index), `${path}/${member} required`, says, path);
    }
    this.members(scope, part, path, subject, names, seen);
  }

  private members(
    scope: {
      document: OpenApiDocument;
      direction: Direction;
      pointer: string;
      schema: Parameters<typeof requiredNames>[0]['schema'];
    },
    part: string,
    path: string,
    subject: string,
    required: ReadonlyMap<string, number>,
    seen: Set<string>,
  ): void {
    const { direction, pointer, schema } = scope;
    const into = (place: string, inner: string) => this.walk(direction, part, place, inner, subject, seen);
    const { properties, items, additionalProperties, prefixItems } = schema;
    if (isObject(properties))
      for (const member of Object.keys(properties)) {
        if (isOneWay(scope, member)) continue;
        const place = join(pointer, 'properties', member);
        if (!required.has(member) && direction === 'request')
          this.add(direction, part, place, `${path}/${member} optional`, `${subject} ${path}/${member} may be absent`);
        into(place, `${path}/${member}`);
      }
    if (isObject(items)) into(join(pointer, 'items'), `${path}/*`);
    if (isObject(additionalProperties)) into(join(pointer, 'additionalProperties'), `${path}/*`);
    if (Array.isArray(prefixItems))
      for (const index of prefixItems.keys()) into(join(pointer, 'prefixItems', index), `${path}/${index}`);
    for (const keyword of SAME_VALUE) {
      const list = schema[keyword];
      if (Array.isArray(list)) for (const index of list.keys()) into(join(pointer, keyword, index), path);
    }
  }

  private add(direction: Direction, part: string, place: string, what: string, says: string, path = ''): void {
    const pointer = unscoped(place);
    const base = `${this.operation.id} ${part} ${what.trim()}`.replace(/\s+/g, ' ');
    let id = base;
    for (let count = 2; this.ids.has(id); count++) id = `${base} #${count}`;
    this.ids.add(id);
    const location = this.document.locate(pointer);
    this.clauses.push({ id, operation: this.operation.id, direction, part, pointer, location, path, says });
  }
}

/** Keywords that demand something by themselves where they let nothing in; else they lead to a further schema. */
const CLOSING = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']);

/** Keywords that are written out but demand nothing: `nullable: false`, `additionalProperties: true`, `uniqueItems: false`. */
function isNoDemand(keyword: string, argument: unknown): boolean {
  if (CLOSING.has(keyword)) return argument !== false;
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return typeof argument === 'boolean';
  return keyword === 'uniqueItems' && argument !== true;
}
