import { parsePointer } from '../../../core/json/pointer.ts';
import type { MediaType, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import type {
  Identifier,
  Representation,
  ResourceModel,
  ResourceOperation,
  ResourceType,
  SchemaProperty,
} from '../model.ts';
import { relationshipOf, words } from '../names.ts';
import { outcomeOf } from '../operations/outcomes.ts';
import type { Paging } from '../operations/page-facts.ts';
import { readPaging } from '../operations/paging.ts';
import { identifyingProperty, isIdentifierAlone } from '../references/identifying.ts';
import { type RepresentationReader, representationReader } from './representation.ts';

/** How a body shows records of a type. */
export interface RecordRepresentation extends Representation {
  /** Names at the top of the record. */
  readonly names: ReadonlySet<string>;
  /** Where the record has its own identifiers: a JSON Pointer below the envelope, by the name of the identifier. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Where they are beside the envelope: a JSON Pointer from where it is, by the name of the identifier. */
  readonly outside: ReadonlyMap<string, string>;
  /** Where it has those of the records above it, by `type identifier`. */
  readonly parents: ReadonlyMap<string, string>;
}

/** Reads which records a media type of a response shows, and where they have their identifiers. */
export class RecordRepresentationReader {
  private readonly reader: RepresentationReader;
  private readonly types: ReadonlyMap<string, ResourceType>;

  constructor(document: OpenApiDocument, { types }: ResourceModel) {
    this.reader = representationReader(document);
    this.types = new Map(types.map((type) => [type.name, type]));
  }

  /** @returns undefined if the media type has no schema, or a list no array of records */
  read(type: ResourceType, content: MediaType, isList: boolean): RecordRepresentation | undefined {
    const representation = this.reader.content(content, type.words, isList);
    return representation && this.describe(type, representation);
  }

  /** How a success of an operation shows the records of its type; undefined if it shows none, or another one alone. */
  of(
    type: ResourceType,
    { role, response, gives }: ResourceOperation,
    content: MediaType,
  ): RecordRepresentation | undefined {
    if ((role === 'create' || gives !== undefined) && response?.items !== undefined)
      return this.describe(type, response);
    return gives === undefined ? this.read(type, content, role === 'list') : undefined;
  }

  /** How a response shows records that were created at once: as a list, or in the first array that identifies them, `created` beside `failed`. */
  readCreated(type: ResourceType, content: MediaType): RecordRepresentation | undefined {
    const list = this.read(type, content, true);
    if (list && identifies(list)) return list;
    return this.reader
      .lists(content, type.words)
      .map((each) => this.describe(type, each))
      .find((each) => identifies(each) && !isOfFailures(each));
  }

  private describe(type: ResourceType, representation: Representation): RecordRepresentation {
    const { properties } = representation;
    const alone = type.identifiers.find((identifier) => isIdentifierAlone(properties, identifier));
    if (alone)
      return {
        ...representation,
        names: new Set(),
        identifiers: new Map(),
        outside: new Map([[alone.name, '']]),
        parents: new Map(),
      };
    return {
      ...representation,
      names: new Set(properties.map(({ pointer }) => parsePointer(pointer)[0] ?? '')),
      identifiers: pointersOf(type, properties),
      outside: pointersOf(type, representation.identities),
      parents: this.parents(type, properties),
    };
  }

  /** How a list is read in pages. @param items JSON Pointer of its array */
  paging(operation: Operation, items: string): Paging {
    return readPaging(operation, items, this.reader);
  }

  private parents(type: ResourceType, properties: readonly SchemaProperty[]): Map<string, string> {
    const found = new Map<string, string>();
    for (let above = this.above(type); above !== undefined; above = this.above(above))
      for (const identifier of above.identifiers) {
        const property = parentProperty(properties, above, identifier);
        if (property) found.set(`${above.name} ${identifier.name}`, property.pointer);
      }
    return found;
  }

  private above({ parent }: ResourceType): ResourceType | undefined {
    return parent === undefined ? undefined : this.types.get(parent);
  }
}

function identifies({ identifiers, outside }: RecordRepresentation): boolean {
  return identifiers.size + outside.size > 0;
}

function isOfFailures({ items = '' }: RecordRepresentation): boolean {
  return outcomeOf(parsePointer(items).at(-1) ?? '') === 'failed';
}

function pointersOf({ identifiers, words: own }: ResourceType, properties: readonly SchemaProperty[]) {
  return new Map(
    identifiers.flatMap((identifier) => {
      const found = identifyingProperty(properties, identifier, own);
      return found ? [[identifier.name, found.pointer] as const] : [];
    }),
  );
}

/** The property of a record that names the record above it: `authorId`, `author.id`, or `org` below `/orgs/{org}`. */
export function parentProperty(
  properties: readonly SchemaProperty[],
  { words: own }: Pick<ResourceType, 'words'>,
  { name }: Pick<Identifier, 'name'>,
): SchemaProperty | undefined {
  const key = words(name).join('');
  const type = own.join('');
  const names = new Set([`${type}${key}`, `${type}/${key}`, ...(key.startsWith(type) ? [key] : [])]);
  if (key.startsWith(type)) names.add(`${type}/${key.slice(type.length)}`);
  const isScalar = ({ types }: SchemaProperty) => !types.includes('object') && !types.includes('array');
  const isRelated = ({ pointer }: SchemaProperty) =>
    !pointer.includes('/*') && words(relationshipOf(pointer) ?? '').join('') === type;
  return properties.find((each) => isScalar(each) && (names.has(joined(each.pointer)) || isRelated(each)));
}

function joined(pointer: string): string {
  return parsePointer(pointer)
    .map((token) => words(token).join(''))
    .join('/');
}
