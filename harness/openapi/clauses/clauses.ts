import type { Clause, Direction, Operation, Parameter, ResponseSpec } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { unscoped } from '../bundle/dynamic-scope.ts';
import { flat } from '../../core/json/flat.ts';
import { join } from '../../core/json/pointer.ts';
import { statements } from './schema-clauses.ts';

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

  private schema(direction: Direction, part: string, place: string, subject: string): void {
    for (const { pointer, path, what, says } of statements(this.document, direction, place, subject))
      this.add(direction, part, pointer, what, says, path);
  }

  private add(direction: Direction, part: string, place: string, what: string, says: string, path = ''): void {
    const pointer = unscoped(place);
    const base = `${this.operation.id} ${part} ${what.trim()}`.replace(/\s+/g, ' ');
    let id = base;
    for (let count = 2; this.ids.has(id); count++) id = `${base} #${count}`;
    this.ids.add(id);
    const location = this.document.locate(pointer);
    const operation = this.operation.id;
    this.clauses.push({
      id: flat(id),
      operation,
      direction,
      part,
      pointer: flat(pointer),
      location,
      path,
      says: flat(says),
    });
  }
}
