import { type ClausePart, formatPart } from '../../core/clause-part.ts';
import { appendTokens, flattenRope } from '../../core/json/pointer.ts';
import type { Clause, Direction, DocumentedResponse, MediaType, Operation, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { locate, oneLine, type PartClause } from './part-clause.ts';
import { schemaClauses } from './schema-clauses.ts';

/** Makes the parts of an exchange that clauses are about. */
export const clauseParts = {
  anyResponse: { kind: 'any-response' },
  security: { kind: 'security' },
  parameter: ({ in: location, name }: Pick<Parameter, 'in' | 'name'>): ClausePart => ({
    kind: 'parameter',
    in: location,
    name,
  }),
  requestBody: (mediaType?: string): ClausePart => ({
    kind: 'request-body',
    ...(mediaType === undefined ? {} : { mediaType }),
  }),
  response: ({ key }: Pick<DocumentedResponse, 'key'>): ClausePart => ({ kind: 'response', status: key }),
  responseBody: ({ key }: Pick<DocumentedResponse, 'key'>, mediaType: string): ClausePart => ({
    kind: 'response-body',
    status: key,
    mediaType,
  }),
  responseHeader: ({ key }: Pick<DocumentedResponse, 'key'>, name: string): ClausePart => ({
    kind: 'response-header',
    status: key,
    name,
  }),
} as const;

export interface DerivedClauses {
  readonly clauses: Clause[];
  /** Whether a response has more clauses, which lie too deep in its schema to be listed. */
  readonly isCut: boolean;
}

/** Derives the clauses of an operation from the document. */
export function deriveClauses(document: OpenApiDocument, operation: Operation): DerivedClauses {
  return new ClauseWalk(document, operation).all();
}

/** Without its only property, an object is empty, which is sent as if the parameter was absent (RFC 6570 section 2.4.2). */
function withoutSoleProperty(clauses: readonly PartClause[]): readonly PartClause[] {
  const [only, ...others] = clauses.filter(({ keyword }) => /^\/[^/]* (?:optional|required)$/.test(keyword));
  return others.length === 0 && only?.keyword.endsWith(' optional') ? clauses.filter((each) => each !== only) : clauses;
}

function declaredNames(content: readonly MediaType[]): string {
  return content
    .filter(isOwn)
    .map(({ type, range = type }) => range)
    .join(', ');
}

/** Whether a media type says something: what a range permits beside JSON is not described. */
function isOwn({ pointer, range }: MediaType, _: number, content: readonly MediaType[]): boolean {
  return range !== undefined || !content.some((other) => other.range !== undefined && other.pointer === pointer);
}

class ClauseWalk {
  private readonly document: OpenApiDocument;
  private readonly operation: Operation;
  private readonly clauses: Clause[] = [];
  /** How many clauses would have the same id. */
  private readonly sameIds = new Map<string, number>();
  private isCut = false;

  constructor(document: OpenApiDocument, operation: Operation) {
    this.document = document;
    this.operation = operation;
  }

  all(): DerivedClauses {
    const { operation } = this;
    this.add(
      'response',
      clauseParts.anyResponse,
      operation.pointer,
      'whole',
      'every request gets one complete HTTP response',
    );
    this.add(
      'response',
      clauseParts.anyResponse,
      appendTokens(operation.pointer, 'responses'),
      'status',
      'the status is documented',
    );
    if (operation.security.some((alternative) => alternative.length > 0)) this.security();
    for (const parameter of operation.parameters) this.parameter(parameter);
    this.requestBody();
    for (const response of operation.responses) this.response(response);
    return { clauses: this.clauses, isCut: this.isCut };
  }

  private security(): void {
    const own = appendTokens(this.operation.pointer, 'security');
    const pointer = this.document.at(own) === undefined ? '#/security' : own;
    const schemes = this.operation.security.map((alternative) => alternative.join(' and ') || 'none').join(', or ');
    this.add('request', clauseParts.security, pointer, 'required', `credentials are required: ${schemes}`);
  }

  private parameter(parameter: Parameter): void {
    const part = clauseParts.parameter(parameter);
    const name = `${parameter.in} parameter ${parameter.name}`;
    const required = appendTokens(parameter.pointer, 'required');
    if (parameter.required && parameter.in !== 'path')
      this.add('request', part, required, 'required', `${name} is required`);
    else if (!parameter.required) this.add('request', part, parameter.pointer, 'optional', `${name} may be absent`);
    if (!parameter.schema) return;
    const { clauses, isCut } = schemaClauses(this.document, 'request', parameter.schema, name);
    this.addAll('request', part, parameter.style === 'content' ? clauses : withoutSoleProperty(clauses));
    this.isCut ||= isCut;
  }

  private requestBody(): void {
    const body = this.operation.requestBody;
    if (!body) return;
    if (body.required)
      this.add(
        'request',
        clauseParts.requestBody(),
        appendTokens(body.pointer, 'required'),
        'required',
        'a request body is required',
      );
    const types = declaredNames(body.content);
    this.add(
      'request',
      clauseParts.requestBody(),
      appendTokens(body.pointer, 'content'),
      'media type',
      `the request body is ${types}`,
    );
    for (const { type, pointer, schema } of body.content.filter(isOwn)) {
      const part = clauseParts.requestBody(type);
      this.add('request', part, pointer, 'syntax', `the request body is well-formed ${type}`);
      if (schema) this.schema('request', part, schema, 'request body');
    }
  }

  private response(response: DocumentedResponse): void {
    const part = clauseParts.response(response);
    this.add('response', part, response.pointer, 'documented', `response ${response.key} is as documented`);
    for (const header of response.headers) {
      const name = `response ${response.key} header ${header.name}`;
      const headerPart = clauseParts.responseHeader(response, header.name);
      if (header.required)
        this.add('response', headerPart, appendTokens(header.pointer, 'required'), 'required', `${name} is required`);
      if (header.schema) this.schema('response', headerPart, header.schema, name);
    }
    if (response.content.length === 0) return;
    const types = declaredNames(response.content);
    const content = appendTokens(response.pointer, 'content');
    this.add('response', part, content, 'media type', `response ${response.key} is ${types}`);
    for (const { type, pointer, schema, stream } of response.content.filter(isOwn)) {
      const bodyPart = clauseParts.responseBody(response, type);
      this.add('response', bodyPart, pointer, 'syntax', `response ${response.key} body is well-formed ${type}`);
      if (schema) this.schema('response', bodyPart, schema, `response ${response.key} body`);
      if (stream?.schema) this.items(bodyPart, stream.schema, `item of the response ${response.key} stream`);
    }
  }

  /** Clauses of each item of a stream, whose body is the list of them. */
  private items(part: ClausePart, schema: string, subject: string): void {
    const { clauses, isCut } = schemaClauses(this.document, 'response', schema, subject, true);
    const ofItem = (clause: PartClause) => ({
      ...clause,
      keyword: `item ${clause.keyword}`,
      instancePath: `/*${clause.instancePath}`,
    });
    this.addAll('response', part, clauses.map(ofItem));
    this.isCut ||= isCut;
  }

  private schema(direction: Direction, part: ClausePart, schemaPointer: string, subject: string): void {
    const { clauses, isCut } = schemaClauses(this.document, direction, schemaPointer, subject);
    this.addAll(direction, part, clauses);
    this.isCut ||= isCut;
  }

  private add(direction: Direction, part: ClausePart, pointer: string, keyword: string, description: string): void {
    this.addAll(direction, part, [locate(this.document, { pointer, keyword, description, instancePath: '' })]);
  }

  private addAll(direction: Direction, part: ClausePart, clauses: readonly PartClause[]): void {
    const operation = this.operation.id;
    const prefix = oneLine(`${operation} ${formatPart(part)}`);
    for (const { keyword, pointer: schemaPointer, location, instancePath, description } of clauses)
      this.clauses.push({
        id: this.unusedId(`${prefix} ${keyword}`),
        operation,
        direction,
        part,
        schemaPointer,
        location,
        instancePath,
        description,
      });
  }

  private unusedId(wanted: string): string {
    const id = flattenRope(wanted);
    const count = (this.sameIds.get(id) ?? 0) + 1;
    this.sameIds.set(id, count);
    return count === 1 ? id : flattenRope(`${id} #${count}`);
  }
}
