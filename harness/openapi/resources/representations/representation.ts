import { escapeToken, parsePointer } from '../../../core/json/pointer.ts';
import type { Direction, DocumentedResponse, MediaType, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { isForm, isJsonType } from '../../media-type.ts';
import type { Representation, SchemaProperty } from '../model.ts';
import {
  hasIdentity,
  hasOwnIdentity,
  isListEnvelope,
  isNamedAfter,
  isOuterListEnvelope,
  isPagingMetadata,
} from './envelopes.ts';
import { SchemaReader } from './schema-properties.ts';
import { isScalar, type SchemaView } from './schema-view.ts';
import { type FoundRecord, unwrap } from './unwrap.ts';

/** The reader of a document, which remembers what its schemas have. */
export function representationReader(document: OpenApiDocument): RepresentationReader {
  return document.derived(createReader);
}

const createReader = (document: OpenApiDocument) => new RepresentationReader(document);

/** Finds the record in a body: which schema it has, and in which envelope it is. */
export class RepresentationReader {
  readonly schemas: SchemaReader;
  readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.schemas = new SchemaReader(document);
  }

  /** The JSON body of a request, else its form. `resource` is the name of the resource type, in words. */
  request({ requestBody }: Operation, resource: readonly string[]): Representation | undefined {
    const content = jsonContent(requestBody?.content ?? []);
    if (content) return this.several(content) ?? this.item(content, 'request', resource);
    const form = formContent(requestBody?.content ?? []);
    const fields = form && this.item(form, 'request', resource);
    return fields && { ...fields, properties: fields.properties.filter((each) => !isFile(form, each)) };
  }

  /** A body that is an array of records: their properties are those of its items. */
  private several(content: Content): Representation | undefined {
    const { items, ...body } = this.schemas.view([content.schema], 'request');
    if (items.length === 0 || !isOnlyArray({ items, ...body })) return undefined;
    const view = this.schemas.view(items, 'request');
    const found = this.describe(content, { envelope: '', view }, 'request', undefined);
    // Of identifiers, for instance.
    const own = view.types.includes('object') || view.properties.size > 0 ? found.properties : [whole(view)];
    const properties = own.map((each) => ({ ...each, pointer: `/*${each.pointer}`, required: false }));
    return { ...found, schemas: body.pointers, properties };
  }

  /** The JSON body of the first documented success. */
  response(operation: Operation, resource: readonly string[]): Representation | undefined {
    const content = jsonContent(successResponse(operation)?.content ?? []);
    return content && this.item(content, 'response', resource);
  }

  /** The items of a list in the first documented success; undefined if it has no array of them. */
  list(operation: Operation, resource: readonly string[]): Representation | undefined {
    const content = jsonContent(successResponse(operation)?.content ?? []);
    return content && this.listIn(content, resource);
  }

  private listIn(content: Content, resource: readonly string[]): Representation | undefined {
    const array = this.array(this.schemas.view([content.schema], 'response'), resource);
    return array && this.itemsOf(array, content, resource);
  }

  /** Each array at the top of a response or in the object around a list, read as a list: `created` and `failed`. */
  lists(content: MediaType, resource: readonly string[]): Representation[] {
    const { schema } = content;
    if (schema === undefined) return [];
    const body = this.schemas.view([schema], 'response');
    const places = [{ path: '', view: body }, ...this.outerObjects(body)];
    const arrays = places.flatMap(({ view, path }) => this.arraysIn(view, path));
    return arrays.map((array) => this.itemsOf(array, { ...content, schema }, resource));
  }

  /**
   * The records that a success shows inside another one, in an array of their name: the lines of an order.
   * @param above the name of the type of the other one, in words
   */
  inside(
    operation: Operation,
    above: readonly string[],
    names: readonly (readonly string[])[],
  ): Representation | undefined {
    const content = jsonContent(successResponse(operation)?.content ?? []);
    if (!content) return undefined;
    const body = this.schemas.view([content.schema], 'response');
    const { view, envelope } = unwrap(this.schemas, body, 'response', above, false);
    const array = this.arraysIn(view, envelope).find(({ name }) => names.some((each) => isNamedAfter(name, each)));
    const list = array && this.itemsOf(array, content, names[0] ?? []);
    return list && list.properties.length > 1 ? list : undefined;
  }

  private itemsOf(array: FoundArray, content: Content, resource: readonly string[]): Representation {
    const item = this.schemas.view(array.items, 'response');
    const found = unwrap(this.schemas, item, 'response', resource, true);
    const list = this.describe(content, found, 'response', array.pointer);
    return isScalar(item) ? { ...list, properties: [whole(item)] } : list;
  }

  /** A media type of a response, in the same way; of each item if it is that of a list. */
  content(content: MediaType, resource: readonly string[], isList: boolean): Representation | undefined {
    const { schema } = content;
    if (schema === undefined) return undefined;
    const described = { ...content, schema };
    return isList ? this.listIn(described, resource) : this.item(described, 'response', resource);
  }

  /** The view of the whole body of the first documented success. */
  body(operation: Operation): SchemaView | undefined {
    const content = jsonContent(successResponse(operation)?.content ?? []);
    return content && this.schemas.view([content.schema], 'response');
  }

  /** True if the request body is an array. */
  sendsArray(operation: Operation): boolean {
    const content = jsonContent(operation.requestBody?.content ?? []);
    return content !== undefined && isOnlyArray(this.schemas.view([content.schema], 'request'));
  }

  /** True if the first documented success has an array. */
  givesArray(operation: Operation): boolean {
    const body = this.body(operation);
    return body !== undefined && isOnlyArray(body);
  }

  private item(content: Content, direction: Direction, resource: readonly string[]): Representation {
    const body = this.schemas.view([content.schema], direction);
    const found = this.describe(content, unwrap(this.schemas, body, direction, resource, false), direction, undefined);
    return direction === 'response' && isScalar(body) ? { ...found, properties: [whole(body)] } : found;
  }

  private describe(
    { type: mediaType }: Content,
    { envelope, view, beside }: FoundRecord,
    direction: Direction,
    items: string | undefined,
  ): Representation {
    const properties = this.schemas.properties(view.pointers, direction);
    const around = beside ? this.schemas.properties(beside.pointers, direction) : [];
    const identities = around.filter(({ pointer }) => {
      const [name = '', ...inner] = parsePointer(pointer);
      return inner.length === 0 && hasIdentity([name]);
    });
    return { mediaType, schemas: view.pointers, envelope, items, properties, identities };
  }

  private array(body: SchemaView, resource: readonly string[]): FoundArray | undefined {
    if (isArray(body)) return { pointer: '', items: body.items };
    const direct = this.arrayProperty(body, resource, '');
    if (direct) return direct;
    for (const { view, path } of this.outerObjects(body)) {
      const found = this.arrayProperty(view, resource, path);
      if (found) return found;
    }
    return undefined;
  }

  private outerObjects(body: SchemaView): { readonly path: string; readonly view: SchemaView }[] {
    return [...body.properties.keys()].filter(isOuterListEnvelope).flatMap((name) => {
      const view = this.schemas.property(body, name, 'response');
      return view ? [{ path: `/${escapeToken(name)}`, view }] : [];
    });
  }

  private arraysIn(view: SchemaView, path: string): NamedArray[] {
    return [...view.properties.keys()].flatMap((name) => {
      const inner = this.schemas.property(view, name, 'response');
      return inner && isArray(inner) ? [{ name, pointer: `${path}/${escapeToken(name)}`, items: inner.items }] : [];
    });
  }

  /** An array named after the type wins over one with a general name, and that over the only payload of the object. */
  private arrayProperty(view: SchemaView, resource: readonly string[], path: string): FoundArray | undefined {
    const names = [...view.properties.keys()];
    if (hasOwnIdentity(names, resource)) return undefined;
    const arrays = this.arraysIn(view, path);
    const payload = names.filter((name) => !isPagingMetadata(name));
    return (
      arrays.find(({ name }) => isNamedAfter(name, resource)) ??
      arrays.find(({ name }) => isListEnvelope(name)) ??
      arrays.find(({ name }) => payload.length === 1 && payload[0] === name)
    );
  }
}

interface FoundArray {
  readonly pointer: string;
  readonly items: readonly string[];
}

interface NamedArray extends FoundArray {
  readonly name: string;
}

type Content = MediaType & { readonly schema: string };

function isArray({ items, types, hasType, properties }: SchemaView): boolean {
  if (!types.includes('array')) return false;
  return items.length > 0 ? hasType || properties.size === 0 : hasType && !types.includes('object');
}

function isOnlyArray({ hasType, types }: SchemaView): boolean {
  return hasType && types.includes('array') && !types.includes('object');
}

/** A value that is all there is, such as the identifier of a record. */
function whole({ types, format, enumerated, readOnly, writeOnly }: SchemaView): SchemaProperty {
  return { pointer: '', types, format, required: false, enumerated, readOnly, writeOnly };
}

function jsonContent(content: readonly MediaType[]): Content | undefined {
  const described = content.filter((each): each is Content => each.schema !== undefined);
  return (
    described.find(({ type }) => isJsonType(type)) ??
    described.find(({ type }) => type === '*/*' || type === 'application/*')
  );
}

function formContent(content: readonly MediaType[]): Content | undefined {
  return content.find((each): each is Content => each.schema !== undefined && isForm(each.type));
}

/** Whether a field of a form is sent as a file, which a record shows in another way, if at all. */
function isFile({ encodings }: MediaType, { pointer }: SchemaProperty): boolean {
  const field = encodings.get(parsePointer(pointer)[0] ?? '');
  return field !== undefined && (field.isFile || field.contentType !== undefined);
}

/** The documented success with the lowest status that has a JSON body, else with the lowest; `default` if there is none. */
export function successResponse(operation: Operation): DocumentedResponse | undefined {
  const successes = successResponses(operation);
  return successes.find(({ content }) => jsonContent(content)) ?? successes[0];
}

/** The documented successes by status, `2XX` last; `default` if there is none. */
export function successResponses({ responses }: Operation): DocumentedResponse[] {
  const successes = responses
    .filter(({ key }) => key.startsWith('2'))
    .toSorted((a, b) => (a.key.toUpperCase() < b.key.toUpperCase() ? -1 : 1));
  return successes.length > 0 ? successes : responses.filter(({ key }) => key === 'default');
}

/** Equal for representations by the same schemas; undefined if there is none. */
export function schemaKey(representation: Representation | undefined): string | undefined {
  const key = representation?.schemas.join(' ');
  return key === '' ? undefined : key;
}
