import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { readOperations } from '../operations.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { isOtherDirection, requiredProperties } from '../schema/keywords/object.ts';
import { withoutOtherTypes } from '../schema/keywords-of-types.ts';
import { isAssertionKeyword, keywordMessage } from '../schema/messages.ts';
import { FALSE_SCHEMA_MESSAGES, isNoOp } from './no-op-keywords.ts';
import { locate, type PartClause, type UnlocatedClause } from './part-clause.ts';

interface ListedClauses {
  readonly clauses: readonly PartClause[];
  /** Whether there are more, which lie deeper in the value. */
  readonly isCut: boolean;
}

/**
 * The most clauses that are listed of a response, if there is a depth with so many: where every record may contain every other,
 * 450 operations have four million. All are checked. Those of requests are all listed, since each needs a case.
 */
const MAX_RESPONSE_CLAUSES = 500;
/** About the most of all responses together, likewise: each takes half a kilobyte all along a run. */
const MAX_CLAUSES_OF_ALL_RESPONSES = 80_000;

const createCache = () => new Map<string, ListedClauses>();

/**
 * Lists the clauses of the schema at a pointer, each schema once; cached, because many operations refer to the same schema.
 * @param readsContent whether `contentSchema` counts, as for the data of events: elsewhere it is an annotation
 */
export function schemaClauses(
  document: OpenApiDocument,
  direction: Direction,
  schemaPointer: string,
  subject: string,
  readsContent = false,
): ListedClauses {
  const cache = document.derived(createCache);
  const target = followReferences(document, schemaPointer);
  const key = `${direction} ${target} ${subject} ${readsContent}`;
  const found = cache.get(key) ?? read({ document, direction, readsContent }, target, subject);
  cache.set(key, found);
  return found;
}

/** Follows references that have no other keyword beside them. */
function followReferences(document: OpenApiDocument, schemaPointer: string): string {
  return document.chain(schemaPointer).find((pointer) => !isPlainReference(document.at(pointer))) ?? schemaPointer;
}

function isPlainReference(schema: JsonValue | undefined): boolean {
  return isObject(schema) && typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1;
}

interface WalkContext {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly readsContent: boolean;
}

/** Where a walk stops: it reads no value that lies deeper, and none after that many clauses. */
interface WalkBounds {
  readonly maxDepth: number;
  readonly maxClauses: number;
}

function responseBound(document: OpenApiDocument): number {
  const bodies = document
    .derived(readOperations)
    .flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  return Math.min(MAX_RESPONSE_CLAUSES, Math.ceil(MAX_CLAUSES_OF_ALL_RESPONSES / Math.max(1, bodies.length)));
}

/** Lists the clauses of a schema, of a response as deep as the bound permits; a level deeper if that is less than half of it. */
function read(context: WalkContext, schemaPointer: string, subject: string): ListedClauses {
  const { document, direction } = context;
  const walk = (bounds: WalkBounds) => new SchemaWalk(context, bounds).list(schemaPointer, subject);
  const located = (clauses: readonly UnlocatedClause[]) => clauses.map((clause) => locate(document, clause));
  const maxClauses = direction === 'request' ? Number.POSITIVE_INFINITY : document.derived(responseBound);
  const whole = walk({ maxDepth: Number.POSITIVE_INFINITY, maxClauses });
  if (whole.length <= maxClauses) return { clauses: located(whole), isCut: false };
  const upTo = (depth: number) => walk({ maxDepth: depth, maxClauses });
  let maxDepth = 0;
  while (upTo(maxDepth + 1).length <= maxClauses) maxDepth++;
  const clauses = upTo(maxDepth);
  if (clauses.length < maxClauses / 2)
    return { clauses: located(walk({ maxDepth: maxDepth + 1, maxClauses: Number.POSITIVE_INFINITY })), isCut: true };
  return { clauses: located(clauses), isCut: true };
}

/** A value with the schemas that apply to it. */
interface Subject {
  readonly path: string;
  /** Name in descriptions, e.g. `request body`. */
  readonly name: string;
  /** Pointers of the schemas followed so far: one may require what another declares. */
  readonly schemaPointers: readonly string[];
}

class SchemaWalk {
  private readonly clauses: UnlocatedClause[] = [];
  private readonly document: OpenApiDocument;
  private readonly direction: Direction;
  private readonly readsContent: boolean;
  private readonly bounds: WalkBounds;
  private readonly visited = new Set<string>();
  /** How many values enclose the one that is read. */
  private depth = 0;

  constructor({ document, direction, readsContent }: WalkContext, bounds: WalkBounds) {
    this.document = document;
    this.direction = direction;
    this.readsContent = readsContent;
    this.bounds = bounds;
  }

  list(schemaPointer: string, name: string): readonly UnlocatedClause[] {
    this.value(schemaPointer, '', name);
    return this.clauses;
  }

  private value(schemaPointer: string, path: string, name: string): void {
    const { maxDepth, maxClauses } = this.bounds;
    if (this.depth > maxDepth || this.clauses.length > maxClauses) return;
    this.depth++;
    this.schema(schemaPointer, { path, name, schemaPointers: [] });
    this.depth--;
  }

  /** From 3.1 on the keywords beside each `$ref` apply too. */
  private schema(schemaPointer: string, outer: Subject): void {
    const { document } = this;
    const pointers =
      document.version === '3.0'
        ? [document.resolve(schemaPointer).pointer]
        : document.chain(schemaPointer).toReversed();
    if (pointers.every((pointer) => this.visited.has(pointer))) return;
    const subject = { ...outer, schemaPointers: [...outer.schemaPointers, schemaPointer] };
    for (const pointer of pointers) {
      const schema = document.at(pointer);
      if (this.visited.has(pointer)) continue;
      this.visited.add(pointer);
      if (isObject(schema)) this.keywords(pointer, withoutOtherTypes(schema), subject);
      else if (schema === false)
        this.clauses.push(createClause(pointer, subject, 'false', keywordMessage('false', {})));
    }
  }

  private keywords(pointer: string, schema: JsonObject, subject: Subject): void {
    const { path, name } = subject;
    for (const keyword of Object.keys(schema))
      if (isAssertionKeyword(keyword) && keyword !== 'required' && !isNoOp(keyword, schema))
        this.clauses.push(
          createClause(
            appendTokens(pointer, keyword),
            subject,
            keyword,
            FALSE_SCHEMA_MESSAGES[keyword] ?? keywordMessage(keyword, schema),
          ),
        );
    for (const [property, index] of requiredProperties({
      document: this.document,
      direction: this.direction,
      pointer,
      schema,
    }))
      this.clauses.push({
        pointer: appendTokens(pointer, 'required', index),
        instancePath: path,
        keyword: `${path}/${property} required`,
        description: `${name} ${path}/${property} is required`,
      });
    this.properties(pointer, schema, subject);
    this.undeclared(pointer, schema, subject);
    this.inPlaceApplicators(pointer, schema, subject);
  }

  private properties(pointer: string, schema: JsonObject, { path, name, schemaPointers }: Subject): void {
    const { document, direction } = this;
    const { properties } = schema;
    if (!isObject(properties)) return;
    const isRequired = (property: string) =>
      schemaPointers.some((owner) => effectiveSchema(document, owner, direction).required.has(property));
    for (const property of Object.keys(properties)) {
      if (isOtherDirection({ document, direction, pointer, schema }, property)) continue;
      const schemaPointer = appendTokens(pointer, 'properties', property);
      if (direction === 'request' && properties[property] !== false && !isRequired(property))
        this.clauses.push({
          pointer: schemaPointer,
          instancePath: '',
          keyword: `${path}/${property} optional`,
          description: `${name} ${path}/${property} may be absent`,
        });
      this.value(schemaPointer, `${path}/${property}`, name);
    }
  }

  /** Properties that are not declared by name, property names, and items. */
  private undeclared(pointer: string, schema: JsonObject, { path, name }: Subject): void {
    const { prefixItems, items, patternProperties } = schema;
    if (items === false) this.value(appendTokens(pointer, 'items'), `${path}/*`, name);
    for (const keyword of ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'])
      if (isObject(schema[keyword])) this.value(appendTokens(pointer, keyword), `${path}/*`, name);
    for (const source of Object.keys(isObject(patternProperties) ? patternProperties : {}))
      this.value(appendTokens(pointer, 'patternProperties', source), `${path}/*`, name);
    if (isObject(schema['propertyNames']))
      this.value(appendTokens(pointer, 'propertyNames'), '', `${name}${path && ` ${path}`} property name`);
    if (this.readsContent && isObject(schema['contentSchema']) && isJsonType(String(schema['contentMediaType'])))
      this.value(appendTokens(pointer, 'contentSchema'), path, name);
    if (Array.isArray(prefixItems))
      for (const index of prefixItems.keys())
        this.value(appendTokens(pointer, 'prefixItems', index), `${path}/${index}`, name);
  }

  /** Further schemas of the same value. */
  private inPlaceApplicators(pointer: string, schema: JsonObject, subject: Subject): void {
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = schema[keyword];
      for (const [index, branch] of Array.isArray(list) ? list.entries() : [])
        if (isObject(branch) || keyword === 'allOf') this.schema(appendTokens(pointer, keyword, index), subject);
    }
    if (schema['if'] !== undefined)
      for (const keyword of ['then', 'else'])
        if (schema[keyword] !== undefined) this.schema(appendTokens(pointer, keyword), subject);
    const { dependentSchemas } = schema;
    for (const property of Object.keys(isObject(dependentSchemas) ? dependentSchemas : {}))
      this.schema(appendTokens(pointer, 'dependentSchemas', property), subject);
  }
}

function createClause(pointer: string, { path, name }: Subject, keyword: string, message: string): UnlocatedClause {
  return {
    pointer,
    instancePath: path,
    keyword: `${path} ${keyword}`,
    description: `${name}${path && ` ${path}`} ${message}`,
  };
}
