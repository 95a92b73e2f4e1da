import { INTEGER_FORMATS } from '../../core/json/decimal.ts';
import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { SchemaReader } from '../../openapi/resources/representations/schema-properties.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { allowsNumbers } from '../../openapi/schema/instance-types.ts';
import { looksLikeIdentifier } from '../values/identifier-names.ts';
import { requestMediaType } from './build-request.ts';

/** Learned properties are looked for in objects of the body down to this depth, e.g. in `data.attributes`. */
const MAX_DEPTH = 3;

/** A property of the request body that may have a unique constraint, by its name or format. */
export interface UniqueField {
  readonly name: string;
  /** JSON Pointer in the body. */
  readonly pointer: string;
  readonly kind: 'integer' | 'uuid' | 'text';
  /** Pointers of its schemas, which new values are valid against. */
  readonly schemas: readonly string[];
}

interface FoundFields {
  readonly learned: string;
  readonly fields: readonly UniqueField[];
}

const createCache = () => new Map<Operation, FoundFields>();

/**
 * Returns the top-level properties of the request body that may have a unique constraint, and those learned to have one. They are
 * found once per operation and set of learned names: each case asks for them, and a body may have thousands of properties.
 */
export function findUniqueFields(
  contract: Contract,
  operation: Operation,
  learned: readonly string[] = [],
): readonly UniqueField[] {
  const cache = contract.derived(createCache);
  const key = learned.join('\n');
  let found = cache.get(operation);
  if (found?.learned !== key) {
    found = { learned: key, fields: searchUniqueFields(contract, operation, learned) };
    cache.set(operation, found);
  }
  return found.fields;
}

function searchUniqueFields(contract: Contract, operation: Operation, learned: readonly string[]): UniqueField[] {
  const schema = requestMediaType(operation)?.schema;
  if (!schema) return [];
  // What repeats the path says what record is meant.
  const inPath = new Set(operation.parameters.filter((each) => each.in === 'path').map((each) => each.name));
  const depth = learned.length > 0 ? MAX_DEPTH : 1;
  const found = new Map<string, UniqueField>();
  for (const record of recordSchemas(contract, schema))
    for (const property of propertiesBelow(contract, record, '', depth)) {
      const kind = inPath.has(property.name) ? undefined : kindOf(contract, property, learned.includes(property.name));
      if (kind !== undefined && !found.has(property.pointer)) found.set(property.pointer, { ...property, kind });
    }
  return [...found.values()];
}

/** The schema of a body, and those of its items: some creations take one record or an array of them. */
function recordSchemas(contract: Contract, schema: string): string[] {
  return [schema, ...itemSchemas(contract, schema)];
}

const readerOf = ({ document }: Contract) => new SchemaReader(document);

/** The schemas of the items that a body may have, by any of its alternatives. */
export function itemSchemas(contract: Contract, schema: string): readonly string[] {
  return contract.derived(readerOf).view([schema], 'request').items;
}

/** The names that a property with a unique constraint may have. */
export function uniqueFieldNames(contract: Contract, operation: Operation): string[] {
  const schema = requestMediaType(operation)?.schema;
  const records = schema === undefined ? [] : recordSchemas(contract, schema);
  const names = records.flatMap((each) => [...propertiesBelow(contract, each, '', MAX_DEPTH)].map(({ name }) => name));
  return [...new Set(names)];
}

type Property = Omit<UniqueField, 'kind'>;

/** The properties of an object schema, and those of the objects in it. */
function* propertiesBelow(contract: Contract, schema: string, at: string, depth: number): Generator<Property> {
  for (const [name, schemas] of effectiveSchema(contract.document, schema, 'request').properties) {
    const pointer = appendTokens(at, name);
    yield { name, pointer, schemas };
    if (depth > 1 && schemas[0] !== undefined) yield* propertiesBelow(contract, schemas[0], pointer, depth - 1);
  }
}

function kindOf(contract: Contract, { name, pointer, schemas }: Property, isLearned: boolean) {
  const property = effectiveSchema(contract.document, schemas[0] ?? '', 'request');
  if (firstKeyword(property, 'enum') !== undefined || firstKeyword(property, 'const') !== undefined) return undefined;
  if (!isLearned && parsePointer(pointer).length > 1) return undefined;
  const format = String(firstKeyword(property, 'format') ?? '');
  if (format === 'uuid') return 'uuid';
  const isNumeric = allowsNumbers(property.types);
  if (isLearned) return isNumeric ? 'integer' : 'text';
  if (!looksLikeIdentifier(name)) return undefined;
  if (property.types.includes('integer') && isWide(format)) return 'integer';
  return property.hasType && property.types.includes('string') ? 'text' : undefined;
}

function isWide(format: string): boolean {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  return range === undefined || range.max >= 2n ** 31n - 1n;
}
