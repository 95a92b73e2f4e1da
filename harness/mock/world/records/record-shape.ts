import { acceptedForm } from '../../../core/json/other-type.ts';
import { escapeToken, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonValue, MediaType, Operation } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { isJsonType } from '../../../openapi/media-type.ts';
import { averagedBy } from '../../../openapi/resources/averages.ts';
import type {
  ResourceOperation,
  ResourceProperty,
  ResourceType,
  Role,
  SchemaProperty,
} from '../../../openapi/resources/model.ts';
import { topName, words } from '../../../openapi/resources/names.ts';
import { toldFixed } from '../../../openapi/resources/prose/constants.ts';
import { type ToldSum, toldSums } from '../../../openapi/resources/prose/sums.ts';
import type {
  RecordRepresentation,
  RecordRepresentationReader,
} from '../../../openapi/resources/representations/record-representation.ts';
import { successResponses } from '../../../openapi/resources/representations/representation.ts';
import { type SetWhen, setWhen } from '../../../openapi/resources/representations/timestamps.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { allowsNumbers } from '../../../openapi/schema/instance-types.ts';
import { hasEntityTags } from '../conditions/entity-tag.ts';
import { sentFlat } from './flat-attributes.ts';

/** What the document has of the records of a type, for all of its operations. */
export interface RecordShape {
  /** The operation that shows records best: a read, else a list, else a creation that shows them inside another record; and how it does. */
  readonly reader: ResourceOperation;
  readonly representation: RecordRepresentation;
  readonly representations: RecordRepresentationReader;
  /** Names at the top of a record in any request or response. */
  readonly known: Set<string>;
  /** Pointers of what clients cannot set. */
  readonly readOnly: readonly string[];
  /** Names of what clients cannot change later. */
  readonly fixed: readonly string[];
  /** Pointers of what no response shows. */
  readonly writeOnly: readonly string[];
  /** Names at the top that the response to a creation, or to a change, must have, if reads may show them. */
  readonly required: { readonly creation: readonly string[]; readonly change: readonly string[] };
  /** Schemas of the records that clients send to create or replace one. */
  readonly sentSchemas: readonly string[];
  /** Properties of the representation that no request sets. */
  readonly serverSet: readonly string[];
  /** Pointers of what a new record has only if a client says so: another record of its type, words that nobody wrote, averages of nothing, or times of what has not happened. */
  readonly unsaid: ReadonlySet<string>;
  readonly stamps: readonly Stamp[];
  /** Reads which numbers follow from others, as the document says in words: most types of a large document are never asked for. */
  readonly sums: () => readonly ToldSum[];
  /** True if the document says that the records have entity tags. */
  readonly hasEntityTags: boolean;
  /** Schemas of the parameters that take the identifiers of the type, by the name of the identifier. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A property that the service sets at certain times. */
export interface Stamp {
  readonly pointer: string;
  readonly when: SetWhen;
  readonly isNumber: boolean;
  readonly format: string | undefined;
}

/**
 * Reads the shape of a type.
 * @param isShown whether other records show those of the type
 * @returns undefined if nothing shows its records: there is then nothing to remember
 */
export function readShape(
  contract: Contract,
  type: ResourceType,
  representations: RecordRepresentationReader,
  isShown: () => boolean,
): RecordShape | undefined {
  const { document } = contract;
  const reader = readerOf(type, isShown);
  const content = reader && contentOf(reader.operation);
  const representation = content && representations.of(type, reader, content);
  // A list of tags has nothing but their identifiers.
  const isAlone = [...(representation?.outside.values() ?? [])].includes('');
  if (!reader || !representation) return undefined;
  if (representation.names.size === 0 && !isAlone && !isFreeForm(document, type, reader)) return undefined;
  const formNames = namesInForms(document, type);
  const sentAttributes = new Set(
    type.operations.flatMap((each) => (WRITES.has(each.role) ? sentFlat(each, representation) : [])),
  );
  // Of an object of which requests name what is inside, the service sets the rest.
  const sentInside = new Set(type.properties.flatMap(({ sent, pointer }) => (sent ? above(pointer) : [])));
  const isSentFlat = (pointer: string) => {
    const [first = '', name = ''] = parsePointer(pointer);
    return (formNames.has(first) && !sentInside.has(first)) || (first === 'attributes' && sentAttributes.has(name));
  };
  const byPointer = new Map(type.properties.map((property) => [property.pointer, property]));
  const plain = type.properties.filter(({ pointer }) => !pointer.includes('/*'));
  return {
    reader,
    representation,
    representations,
    known: new Set([...knownNames(type), ...formNames]),
    readOnly: plain.filter(({ readOnly }) => readOnly).map(({ pointer }) => pointer),
    fixed: toldFixed(contract, type),
    writeOnly: plain.filter(({ writeOnly }) => writeOnly).map(({ pointer }) => pointer),
    required: { creation: requiredBy('create'), change: requiredBy('update', 'patch') },
    sentSchemas: type.operations.flatMap(({ role, request }) =>
      role === 'create' || role === 'update' ? (request?.schemas ?? []) : [],
    ),
    serverSet: plain
      .filter(({ pointer, sent, readOnly }) => readOnly || (!sent && !isSentFlat(pointer)))
      .map(({ pointer }) => pointer),
    unsaid: new Set([
      ...type.references.flatMap(({ resource, at }) => (resource === type.name ? at : [])),
      ...representation.properties.flatMap((property) =>
        isOpenText(property) || isOfLater(property) || averagedBy(topName(property.pointer) ?? '')
          ? property.pointer
          : [],
      ),
    ]),
    stamps: representation.properties.flatMap((property) => {
      const known = byPointer.get(property.pointer);
      // Of a text without a known format, its example says whether it is a time.
      const asTime = property.types.includes('string') ? { ...property, format: 'date-time' } : property;
      const when = setWhen(property, known) ?? setWhen(asTime, known) ?? beginsWith(property, known);
      const isNumber = allowsNumbers(property.types);
      return when ? [{ pointer: property.pointer, when, isNumber, format: property.format }] : [];
    }),
    sums: () => toldSums(contract, representation.schemas, [type]),
    hasEntityTags: hasEntityTags(type),
    parameters: parameterSchemas(type),
  };

  function requiredBy(...roles: readonly Role[]): string[] {
    const contents = type.operations
      .filter(({ role }) => roles.includes(role))
      .map((each) => contentOf(each.operation));
    const schemas = contents.flatMap((each) => (each && representations.read(type, each, false)?.schemas) ?? []);
    const names = schemas.flatMap((each) => [...effectiveSchema(document, each, 'response').required]);
    return [...new Set(names)].filter((name) => representation?.names.has(name));
  }

  function parameterSchemas({ name, operations }: ResourceType): Map<string, string> {
    const schemas = new Map<string, string>();
    for (const { path, operation } of operations)
      for (const { in: place, at, resource, identifier } of path) {
        const schema = operation.parameters.find((each) => each.in === place && each.name === at)?.schema;
        if (resource === name && schema !== undefined && document.at(schema) !== undefined)
          schemas.set(identifier, schema);
      }
    return schemas;
  }
}

/** A text without a form that may be null, such as a comment. */
function isOpenText({ types, format, enumerated }: SchemaProperty): boolean {
  return (
    !enumerated && format === undefined && types.length === 2 && types.includes('string') && types.includes('null')
  );
}

/** The time of the last message, or of the end of a pause. */
const LATER = /^(last|latest|most recent|first) .+ (at|on|date|time)$|^\w+ed until$/;

function isOfLater({ pointer, format }: SchemaProperty): boolean {
  return format?.startsWith('date') === true && LATER.test(words(topName(pointer) ?? '').join(' '));
}

/** Times of the first thing that happens to some records, which services set at their creation. */
const FIRST =
  /^(issued|uploaded|placed|ordered|posted|opened|requested|joined|received|booked|signed up|started|logged)( (at|on|date|time))?$|^(issue|invoice|order|booking|purchase|upload|registration|request) (date|time)$|^date (issued|placed|ordered|posted|opened|requested|joined|booked)$/;

function beginsWith({ pointer, format }: SchemaProperty, known: ResourceProperty | undefined): SetWhen | undefined {
  if (known?.serverSet === undefined || (format !== 'date-time' && format !== 'date')) return undefined;
  const tokens = parsePointer(pointer);
  return tokens.length === 1 && FIRST.test(words(tokens[0] ?? '').join(' ')) ? 'created' : undefined;
}

/** True for records of any properties, which can be deleted: the values of a store. */
function isFreeForm(
  document: OpenApiDocument,
  { operations }: ResourceType,
  { role, response }: ResourceOperation,
): boolean {
  const isDeleted = operations.some((each) => each.role === 'delete' && each.scope === 'item');
  const isPlainObject = (schema: string) => {
    const { hasType, types } = effectiveSchema(document, schema, 'response');
    return hasType && types.length === 1 && types[0] === 'object';
  };
  return role === 'read' && isDeleted && response?.schemas.every(isPlainObject) === true;
}

function readerOf({ operations }: ResourceType, isShown: () => boolean): ResourceOperation | undefined {
  const shown = operations.filter(({ response, operation }) => response !== undefined && contentOf(operation));
  const lists = shown.filter(({ role }) => role === 'list');
  // A list elsewhere may show something about the records rather than them.
  const read = shown.find(({ role }) => role === 'read') ?? lists.find(({ filtered }) => !filtered) ?? lists[0];
  return read ?? shown.find(({ role, response }) => WRITES.has(role) && (response?.items !== undefined || isShown()));
}

const WRITES: ReadonlySet<Role> = new Set(['create', 'update', 'patch']);

/** The JSON of the first documented success. */
function contentOf(operation: Operation): MediaType | undefined {
  return successResponses(operation)
    .flatMap(({ content }) => content)
    .find(({ type, schema }) => schema !== undefined && isJsonType(type));
}

/** The name of the object that has a property inside of it. */
function above(pointer: string): string[] {
  const [first = '', ...inner] = parsePointer(pointer);
  return inner.length > 0 ? [first] : [];
}

/** Names of the fields of forms that create or change records. */
function namesInForms(document: OpenApiDocument, { operations }: ResourceType): Set<string> {
  const bodies = operations
    .filter(({ role }) => WRITES.has(role))
    .flatMap(({ operation }) => operation.requestBody ?? []);
  const schemas = bodies.flatMap(({ content }) => content).flatMap(({ schema }) => schema ?? []);
  return new Set(schemas.flatMap((schema) => [...effectiveSchema(document, schema, 'request').properties.keys()]));
}

function knownNames({ operations }: ResourceType): Set<string> {
  const pointers = operations.flatMap(({ request, response }) => [
    ...(request?.properties ?? []),
    ...(response?.properties ?? []),
  ]);
  return new Set(pointers.map(({ pointer }) => parsePointer(pointer)[0] ?? ''));
}

/** True if a path can have an identifier, as it is or in the other form of a number. */
export function fitsPath({ schemas }: Contract, shape: RecordShape, name: string, value: JsonValue): boolean {
  const schema = shape.parameters.get(name);
  return schema === undefined || acceptedForm(value, (each) => schemas.accepts(schema, each, 'request')) !== undefined;
}

/** The pointer of a property at the top. */
export function topPointer(name: string): string {
  return `/${escapeToken(name)}`;
}
