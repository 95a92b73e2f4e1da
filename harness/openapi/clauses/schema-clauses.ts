import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { isOtherDirection, requiredProperties } from '../schema/keywords/object.ts';
import { isAssertionKeyword, keywordMessage } from '../schema/messages.ts';

/** What one keyword of a schema says of a value, or of something inside of it. */
interface Statement {
  /** Pointer of the keyword. */
  readonly pointer: string;
  /** Where in the value it holds. */
  readonly instancePath: string;
  /** Path and keyword. */
  readonly keyword: string;
  readonly description: string;
}

const createCache = () => new Map<string, readonly Statement[]>();

/**
 * Every statement of the schema at a place; what a schema says that stands in several places is told once. A schema that many operations
 * refer to is read once.
 */
export function schemaClauses(
  document: OpenApiDocument,
  direction: Direction,
  place: string,
  subject: string,
): readonly Statement[] {
  const known = document.derived(createCache);
  const target = referred(document, place);
  const key = `${direction} ${target} ${subject}`;
  const found = known.get(key) ?? read(document, direction, target, subject);
  known.set(key, found);
  return found;
}

/** Where a reference leads beside which nothing stands. */
function referred(document: OpenApiDocument, place: string): string {
  return document.chain(place).find((pointer) => !isReferenceAlone(document.at(pointer))) ?? place;
}

function isReferenceAlone(schema: JsonValue | undefined): boolean {
  return isObject(schema) && typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1;
}

function read(document: OpenApiDocument, direction: Direction, place: string, subject: string): readonly Statement[] {
  const walk = new SchemaWalk(document, direction);
  walk.value(place, '', subject);
  return walk.clauses;
}

/** A value that schemas speak of. */
interface Subject {
  readonly path: string;
  /** What it is called: `request body`. */
  readonly name: string;
  /** Where the schemas of the value stand that were followed so far: what one declares another may require. */
  readonly places: readonly string[];
}

class SchemaWalk {
  readonly clauses: Statement[] = [];
  private readonly document: OpenApiDocument;
  private readonly direction: Direction;
  private readonly visited = new Set<string>();

  constructor(document: OpenApiDocument, direction: Direction) {
    this.document = document;
    this.direction = direction;
  }

  value(place: string, path: string, name: string): void {
    this.schema(place, { path, name, places: [] });
  }

  /** From 3.1 on what stands beside each `$ref` counts too. */
  private schema(place: string, around: Subject): void {
    const { document } = this;
    const pointers =
      document.version === '3.0' ? [document.resolve(place).pointer] : document.chain(place).toReversed();
    if (pointers.every((pointer) => this.visited.has(pointer))) return;
    const subject = { ...around, places: [...around.places, place] };
    for (const pointer of pointers) {
      const schema = document.at(pointer);
      if (this.visited.has(pointer)) continue;
      this.visited.add(pointer);
      if (isObject(schema)) this.keywords(pointer, schema, subject);
      else if (schema === false) this.clauses.push(statement(pointer, subject, 'false', keywordMessage('false', {})));
    }
  }

  private keywords(pointer: string, schema: JsonObject, subject: Subject): void {
    const { path, name } = subject;
    for (const keyword of Object.keys(schema))
      if (isAssertionKeyword(keyword) && keyword !== 'required' && !isNoDemand(keyword, schema))
        this.clauses.push(
          statement(
            appendTokens(pointer, keyword),
            subject,
            keyword,
            CLOSED[keyword] ?? keywordMessage(keyword, schema),
          ),
        );
    for (const [member, index] of requiredProperties({
      document: this.document,
      direction: this.direction,
      pointer,
      schema,
    }))
      this.clauses.push({
        pointer: appendTokens(pointer, 'required', index),
        instancePath: path,
        keyword: `${path}/${member} required`,
        description: `${name} ${path}/${member} is required`,
      });
    this.properties(pointer, schema, subject);
    this.others(pointer, schema, subject);
    this.inPlaceApplicators(pointer, schema, subject);
  }

  private properties(pointer: string, schema: JsonObject, { path, name, places }: Subject): void {
    const { document, direction } = this;
    const { properties } = schema;
    if (!isObject(properties)) return;
    const isRequired = (member: string) =>
      places.some((place) => effectiveSchema(document, place, direction).required.has(member));
    for (const member of Object.keys(properties)) {
      if (isOtherDirection({ document, direction, pointer, schema }, member)) continue;
      const place = appendTokens(pointer, 'properties', member);
      if (direction === 'request' && properties[member] !== false && !isRequired(member))
        this.clauses.push({
          pointer: place,
          instancePath: '',
          keyword: `${path}/${member} optional`,
          description: `${name} ${path}/${member} may be absent`,
        });
      this.value(place, `${path}/${member}`, name);
    }
  }

  /** Members that are not declared by name, names of members, and items. */
  private others(pointer: string, schema: JsonObject, { path, name }: Subject): void {
    const { prefixItems, items, patternProperties } = schema;
    if (items === false) this.value(appendTokens(pointer, 'items'), `${path}/*`, name);
    for (const keyword of ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'])
      if (isObject(schema[keyword])) this.value(appendTokens(pointer, keyword), `${path}/*`, name);
    for (const source of Object.keys(isObject(patternProperties) ? patternProperties : {}))
      this.value(appendTokens(pointer, 'patternProperties', source), `${path}/*`, name);
    if (isObject(schema['propertyNames']))
      this.value(appendTokens(pointer, 'propertyNames'), '', `${name}${path && ` ${path}`} as a name of a member`);
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
    for (const member of Object.keys(isObject(dependentSchemas) ? dependentSchemas : {}))
      this.schema(appendTokens(pointer, 'dependentSchemas', member), subject);
  }
}

function statement(pointer: string, { path, name }: Subject, keyword: string, says: string): Statement {
  return {
    pointer,
    instancePath: path,
    keyword: `${path} ${keyword}`,
    description: `${name}${path && ` ${path}`} ${says}`,
  };
}

/** Keywords that demand something by themselves where they let nothing in; else they lead to a further schema. */
const CLOSED: Readonly<Record<string, string>> = {
  additionalProperties: 'has only members that are declared',
  unevaluatedProperties: 'has only members that are declared',
  unevaluatedItems: 'has only items that are declared',
};

/** Keywords that are written out but demand nothing: `nullable: false`, `additionalProperties: true`, `uniqueItems: false`. */
function isNoDemand(keyword: string, schema: JsonObject): boolean {
  const argument = schema[keyword];
  if (Object.hasOwn(CLOSED, keyword)) return argument !== false;
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return typeof argument === 'boolean';
  if (keyword === 'contains') return isNumber(schema['minContains']);
  if (keyword === 'minContains') return schema['contains'] === undefined || Number(argument) === 0;
  if (keyword === 'maxContains') return schema['contains'] === undefined;
  return keyword === 'uniqueItems' && argument !== true;
}
