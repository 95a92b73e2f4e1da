import { escapeToken, parsePointer } from '../../../core/json/pointer.ts';
import type { Direction } from '../../../core/model.ts';
import { RecentMap } from '../../../core/util/recent-map.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { TypeName } from '../../schema/instance-types.ts';
import type { SchemaProperty } from '../model.ts';
import { EMPTY_VIEW, mergeViews, readView, type SchemaView } from './schema-view.ts';

/** Most views are of use while the model of the resources is made. */
const MAX_RECENT = 1000;
const MAX_DEPTH = 3;
const MAX_PROPERTIES = 300;
const RELATIONSHIPS = 'relationships';

/** Reads schemas and their properties; each schema once for each direction. */
export class SchemaReader {
  private readonly document: OpenApiDocument;
  private readonly views = new RecentMap<string, SchemaView>(MAX_RECENT);
  private readonly lists = new Map<string, readonly SchemaProperty[]>();

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** One view of all the schemas that describe a value. */
  view(pointers: readonly string[], direction: Direction): SchemaView {
    const [first = EMPTY_VIEW, ...rest] = pointers.map((pointer) => this.single(pointer, direction));
    return rest.reduce(mergeViews, first);
  }

  property(view: SchemaView, name: string, direction: Direction): SchemaView | undefined {
    const property = view.properties.get(name);
    return property && this.view(property.schemas, direction);
  }

  /** The properties of a record with those of objects and arrays within: three levels, or as many as have at most 300. */
  properties(pointers: readonly string[], direction: Direction): readonly SchemaProperty[] {
    const key = `${direction} ${pointers.join(' ')}`;
    let list = this.lists.get(key);
    if (list === undefined) {
      list = this.readProperties(this.view(pointers, direction), direction, MAX_DEPTH);
      this.lists.set(key, list);
    }
    return list;
  }

  /** What a record has itself is not left out for what is deep inside of it. */
  private readProperties(view: SchemaView, direction: Direction, depth: number): readonly SchemaProperty[] {
    const list = take(this.walk(view, direction, { ...RECORD, depth }), MAX_PROPERTIES + 1);
    if (list.length > MAX_PROPERTIES && depth > 1) return this.readProperties(view, direction, depth - 1);
    return list.slice(0, MAX_PROPERTIES);
  }

  private single(pointer: string, direction: Direction): SchemaView {
    const key = `${direction} ${pointer}`;
    const known = this.views.get(key);
    if (known) return known;
    const view = readView(this.document, pointer, direction);
    this.views.set(key, view);
    return view;
  }

  private *walk(view: SchemaView, direction: Direction, owner: Owner): Generator<SchemaProperty> {
    for (const [name, { schemas, required }] of view.properties) {
      const inner = this.view(schemas, direction);
      const property = describeProperty(`${owner.pointer}/${escapeToken(name)}`, inner, {
        ...owner,
        required: owner.required && required,
      });
      if (inner.properties.size > 0 && owner.depth > 1) {
        // The object around those of JSON:API is there in each record.
        const depth = name === RELATIONSHIPS ? owner.depth : owner.depth - 1;
        if (direction === 'request' && isScalarOrRecord(inner)) yield { ...property, types: scalarTypes(inner) };
        yield* this.walk(inner, direction, { ...property, depth });
        continue;
      }
      yield property;
      if (inner.items.length > 0 && owner.depth > 1) yield* this.walkItems(inner.items, direction, property, owner);
    }
  }

  private *walkItems(
    items: readonly string[],
    direction: Direction,
    property: SchemaProperty,
    { depth }: Owner,
  ): Generator<SchemaProperty> {
    const view = this.view(items, direction);
    const owner = { ...property, pointer: `${property.pointer}/*`, required: false, depth: depth - 1 };
    const item = describeProperty(owner.pointer, view, owner);
    if (direction === 'request' && isScalarOrRecord(view)) yield { ...item, types: scalarTypes(view) };
    if (view.properties.size > 0) yield* this.walk(view, direction, owner);
    else yield item;
  }
}

/** True for `oneOf: [{ type: integer }, { $ref: Author }]`: the id of a record that is there, or a record. */
function isScalarOrRecord(view: SchemaView): boolean {
  return view.hasType && !view.enumerated && view.types.includes('object') && scalarTypes(view).length > 0;
}

function scalarTypes({ types }: SchemaView): TypeName[] {
  return types.filter((type) => type === 'string' || type === 'integer' || type === 'number');
}

/** Names of the properties that are neither listed values nor deeper in the record. */
export function topLevelNames(properties: readonly SchemaProperty[]): string[] {
  return properties.flatMap(({ pointer, enumerated }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    return enumerated || inner.length > 0 ? [] : [name];
  });
}

/** What a nested property takes over from the object around it. */
interface Owner extends Pick<SchemaProperty, 'pointer' | 'required' | 'readOnly' | 'writeOnly'> {
  readonly depth: number;
}

const RECORD = { pointer: '', required: true, readOnly: false, writeOnly: false } as const;
function describeProperty(pointer: string, view: SchemaView, owner: Omit<Owner, 'pointer'>): SchemaProperty {
  return {
    pointer,
    types: view.types,
    format: view.format,
    ...(view.component === undefined ? {} : { component: view.component }),
    required: owner.required,
    enumerated: view.enumerated,
    ...(view.constant === undefined ? {} : { constant: view.constant }),
    ...(view.counted === undefined ? {} : { counted: view.counted }),
    readOnly: owner.readOnly || view.readOnly,
    writeOnly: owner.writeOnly || view.writeOnly,
  };
}

function take<T>(source: Iterable<T>, count: number): T[] {
  const items: T[] = [];
  for (const item of source) {
    if (items.length >= count) break;
    items.push(item);
  }
  return items;
}

/** True if a value of one can be a value of the other. */
export function compatible(a: readonly TypeName[], b: readonly TypeName[]): boolean {
  const numeric = (type: TypeName) => (type === 'integer' ? 'number' : type);
  const others = new Set(b.map(numeric));
  return a.some((type) => type !== 'null' && others.has(numeric(type)));
}
