import { getAt, hasParent } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { bulkReference, deletesSeveral } from '../../openapi/resources/operations/bulk-actions.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { averagesBeside } from './averages.ts';
import { succeeded } from './lists/creation-outcome.ts';
import { withFormatsByExample } from './lists/formats-by-example.ts';
import { Pager } from './lists/list-page.ts';
import { itemSchemaOf, ListProjection } from './lists/list-projection.ts';
import { ListQuery } from './lists/list-query.ts';
import { STATUSES } from './plan.ts';
import { RecordProjection } from './record-projection.ts';
import type { WorldOperation } from './world.ts';

/** How a response shows one record. */
export interface ItemView {
  readonly projection: RecordProjection;
  readonly isJson: boolean;
}

/** How a response shows a list. */
export interface ListView {
  readonly projection: ListProjection;
  readonly query: ListQuery;
  readonly pager: Pager;
  readonly isJson: boolean;
}

/** Compiles how negotiated responses show records, each once. */
export class ResponseViews {
  private readonly contract: Contract;
  private readonly items = new WeakMap<NegotiatedResponse, { readonly view: ItemView | undefined }>();
  private readonly lists = new WeakMap<NegotiatedResponse, { readonly view: ListView | undefined }>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** @returns undefined if the response has no place for a record */
  item(found: WorldOperation, negotiated: NegotiatedResponse, repair: SchemaRepair): ItemView | undefined {
    const { items } = this;
    return (items.get(negotiated) ?? keep(items, negotiated, { view: this.compileItem(found, negotiated, repair) }))
      .view;
  }

  /** @returns undefined if the response has no array of records */
  list(found: WorldOperation, negotiated: NegotiatedResponse, repair: SchemaRepair): ListView | undefined {
    const { lists } = this;
    return (lists.get(negotiated) ?? keep(lists, negotiated, { view: this.compileList(found, negotiated, repair) }))
      .view;
  }

  private compileItem(
    { operation: { role }, types: { type, shape } }: WorldOperation,
    { content, body, mediaType = '' }: NegotiatedResponse,
    repair: SchemaRepair,
  ): ItemView | undefined {
    const representation = content && shape.representations.read(type, content, false);
    if (!representation || content?.schema === undefined || body === undefined) return undefined;
    const own = [...representation.names].filter((name) => shape.representation.names.has(name));
    const hasIdentifier = representation.identifiers.size > 0 || [...representation.outside.values()].includes('');
    // A response that has other properties than the records is about something else, e.g. a message.
    const isShort =
      own.length * 2 < representation.names.size || (own.length === 0 && shape.representation.names.size > 0);
    if (isShort && !hasIdentifier) return undefined;
    const { contract } = this;
    const context = {
      contract,
      repair,
      shape,
      representation,
      resource: type.name,
      role,
      schemas: [content.schema],
      example: body,
    };
    return { projection: new RecordProjection(context), isJson: isJsonType(mediaType) };
  }

  private compileList(
    { operation, types: { type, shape } }: WorldOperation,
    { content, body: made, mediaType = '' }: NegotiatedResponse,
    repair: SchemaRepair,
  ): ListView | undefined {
    const isCreation = operation.role !== 'list';
    const { representations } = shape;
    const representation =
      content && (isCreation ? representations.readCreated(type, content) : representations.read(type, content, true));
    if (!representation || representation.items === undefined || content?.schema === undefined || made === undefined)
      return undefined;
    const { contract } = this;
    // A response may be one record, or several.
    const isEither = representation.items === '' && !Array.isArray(made);
    const body = isEither && contract.schemas.accepts(content.schema, [], 'response') ? [] : made;
    // An example may have another form than its schema describes.
    if (!hasListPlace(body, representation.items)) return undefined;
    const list = getAt(body, representation.items);
    const [example] = Array.isArray(list) ? list : [];
    const { schema } = content;
    const itemSchema = itemSchemaOf(contract.document, schema, representation.items);
    const schemas = itemSchema === undefined ? [] : [itemSchema];
    const known = isCreation ? succeeded(contract, itemSchema, example ?? {}, statusesOf(operation)) : (example ?? {});
    const { role } = operation;
    const record = { contract, repair, shape, representation, resource: type.name, role, schemas, example: known };
    const { items } = representation;
    // What was created at once is a whole list.
    const { total, facts } = representations.paging(operation.operation, items);
    const paging = operation.paging ?? { ...NO_PAGING, items, total, facts };
    const averages = isCreation ? [] : averagesBeside(body, items, shape.representation);
    const projection = new ListProjection({
      ...{ contract, repair, schema, example: body, items, paging, averages, isCreation },
      projection: new RecordProjection(record),
      hasValidItems: schemas.length > 0,
    });
    return {
      projection,
      query: new ListQuery(contract.document, operation.operation, shape.representation, {
        words: type.words,
        shown: operation.response ? withFormatsByExample(contract.document, operation.response) : [],
      }),
      pager: new Pager(contract, operation.operation, paging, projection),
      isJson: isJsonType(mediaType),
    };
  }
}

/** What each of several records succeeds with, best first. */
function statusesOf(operation: ResourceOperation): readonly number[] {
  if (deletesSeveral(operation)) return STATUSES.deleted;
  return bulkReference(operation) ? STATUSES.replaced : STATUSES.created;
}

/** True if a body is an array, or has the object that is to have one. */
function hasListPlace(body: JsonValue, items: string): boolean {
  return items === '' ? Array.isArray(body) : hasParent(body, items);
}

const NO_PAGING = {
  style: 'none',
  in: 'query',
  size: undefined,
  position: undefined,
  first: undefined,
  next: undefined,
} as const;
