import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import { getAt, hasParent, parsePointer, removeAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Role } from '../../openapi/resources/model.ts';
import { isToldHidden } from '../../openapi/resources/prose/shown-otherwise.ts';
import type { RecordRepresentation } from '../../openapi/resources/representations/record-representation.ts';
import { textsOf } from '../../openapi/resources/text-at.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { RecordShape } from './records/record-shape.ts';
import { SelfLinks } from './records/self-links.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';

export interface ProjectionContext {
  readonly contract: Contract;
  readonly repair: SchemaRepair;
  /** Name of the resource type. */
  readonly resource: string;
  /** That of the operation. */
  readonly role: Role;
  readonly shape: RecordShape;
  readonly representation: RecordRepresentation;
  /** Schemas of what {@link RecordProjection.show} returns. */
  readonly schemas: readonly string[];
  /** An example of it, valid if the document has a valid one. */
  readonly example: JsonValue;
}

/** What responses show of a record. */
export type ShownRecord = Pick<StoredRecord, 'value' | 'path'> & Partial<Pick<StoredRecord, 'valid'>>;

/** Shows records as one media type of a response has them: in its envelope, with its properties alone, always valid. */
export class RecordProjection {
  private readonly context: ProjectionContext;
  private readonly exampleRecord: JsonObject;
  private readonly required: readonly string[];
  private readonly hidden: readonly string[];
  /** Where it shows the identifiers of a {@link StoredRecord.path}, by their names there: in the record, and around it. */
  private readonly inside: readonly (readonly [name: string, pointer: string])[];
  private readonly outside: RecordProjection['inside'];
  private readonly hasOwnNames: boolean;
  /** Names of what it shows; of an object that the document does not describe, all that records have. */
  private readonly names: ReadonlySet<string>;
  private readonly selfLinks: SelfLinks;
  /** True if stored records are valid against what responses show. */
  private readonly isStored: boolean;

  constructor(context: ProjectionContext) {
    this.context = context;
    const { contract, representation, example, shape, schemas, resource } = context;
    const inPath = (places: ReadonlyMap<string, string>) =>
      [...places].map(([name, pointer]) => [pathName(resource, name), pointer] as const);
    this.inside = inPath(representation.identifiers);
    this.outside = inPath(representation.outside);
    const record = getAt(example, representation.envelope);
    this.exampleRecord = isObject(record) ? record : {};
    const isOpen = representation.names.size === 0 && representation.outside.size === 0;
    this.names = isOpen ? shape.representation.names : representation.names;
    const isFreeForm = isOpen && this.names.size === 0;
    this.hasOwnNames = isFreeForm || [...this.names].some((name) => shape.representation.names.has(name));
    this.selfLinks = new SelfLinks(example, identifierIn(example, representation));
    this.required = representation.schemas.flatMap((schema) => [
      ...effectiveSchema(contract.document, schema, 'response').required,
    ]);
    const stored = targetsOf(contract, shape.representation.schemas);
    this.isStored = targetsOf(contract, schemas).every((each) => stored.includes(each));
    this.hidden = [
      ...new Set([
        ...shape.writeOnly,
        ...representation.properties.filter(({ writeOnly }) => writeOnly).map(({ pointer }) => pointer),
        ...toldHidden(context),
      ]),
    ].filter((pointer) => !pointer.includes('/*'));
  }

  /** Returns the JSON text of {@link show}; computed once for each value of the record. */
  text(record: StoredRecord): string {
    const known = record.shown.find(({ projection }) => projection === this);
    if (known) return known.text;
    const text = stringifyJson(this.show(record));
    record.shown = [...record.shown, { projection: this, text }];
    return text;
  }

  /** Returns what the response shows of a record, with a valid value in place of what is not. */
  show({ value, path, valid }: ShownRecord): JsonValue {
    const { contract, schemas, repair, representation, example } = this.context;
    const isOwn = this.hasOwnNames || [...this.names].some((name) => Object.hasOwn(value, name));
    // A response that has no property of the records, such as `{ bookId, status }`, has their identifier alone.
    let record: JsonValue = isOwn ? this.select(value) : this.exampleRecord;
    for (const [name, pointer] of this.inside) {
      const identifier = path.get(name);
      // What is required and not stored is that of the example so far.
      if (identifier !== undefined && (!isOwn || getAt(value, pointer) === undefined))
        record = withIdentifier(record, pointer, identifier);
    }
    let body = representation.envelope === '' ? record : replaceAt(example, representation.envelope, record);
    for (const [name, pointer] of this.outside) {
      const identifier = path.get(name);
      if (identifier !== undefined) body = withIdentifier(body, pointer, identifier);
    }
    if (body !== record) body = this.selfLinks.update(body, [...path.values()].at(-1));
    if (body === value && this.isStored && valid === value) return body;
    const isValid = (each: JsonValue) => schemas.every((schema) => contract.schemas.accepts(schema, each, 'response'));
    if (isValid(body)) return body;
    const [schema] = schemas;
    const repaired = schema === undefined ? undefined : repair.nearest(schema, body);
    return repaired !== undefined && isValid(repaired) ? repaired : example;
  }

  /** Keeps in a record what the response has to show, and records have a place for, although this one had nothing there. */
  keepShown(record: StoredRecord, types: TypeWorld): void {
    const { names } = this.context.shape.representation;
    const { value } = record;
    const isAdded = (name: string) =>
      !Object.hasOwn(value, name) && names.has(name) && Object.hasOwn(this.exampleRecord, name);
    const added = this.required.filter(isAdded).map((name) => [name, this.exampleRecord[name] ?? null] as const);
    if (added.length > 0) types.show(record, { ...value, ...Object.fromEntries(added) });
  }

  /** True if a response shows everything of a record. */
  private isWhole(value: JsonObject): boolean {
    const { shape } = this.context;
    for (const name in value) if (!this.names.has(name) && shape.known.has(name)) return false;
    for (const name of this.required) if (!Object.hasOwn(value, name)) return false;
    for (const pointer of this.hidden) if (getAt(value, pointer) !== undefined) return false;
    return true;
  }

  private select(value: JsonObject): JsonValue {
    const { shape } = this.context;
    if (this.isWhole(value)) return value;
    const selected: JsonObject = {};
    for (const [name, each] of Object.entries(value))
      if (this.names.has(name) || !shape.known.has(name)) setProperty(selected, name, each);
    for (const name of this.required)
      if (!Object.hasOwn(selected, name) && Object.hasOwn(this.exampleRecord, name))
        setProperty(selected, name, this.exampleRecord[name] ?? null);
    return this.hidden.reduce<JsonValue>(
      (shown, pointer) => (getAt(shown, pointer) === undefined ? shown : removeAt(shown, pointer)),
      selected,
    );
  }
}

/** What a response need not show, and descriptions say it does not: `Only returned at creation`, `Not included in list responses`. */
function toldHidden({ contract, role, representation: { schemas, properties } }: ProjectionContext): string[] {
  if (role === 'create') return [];
  return properties.flatMap(({ pointer, required }) => {
    const texts = required ? [] : textsOf(contract.document, schemas, { pointer, direction: 'response' });
    return texts.some((text) => isToldHidden(text, role)) ? [pointer] : [];
  });
}

/** The identifier of the record that an example shows; of several, its own comes last. */
function identifierIn(
  example: JsonValue,
  { envelope, identifiers, outside }: RecordRepresentation,
): JsonValue | undefined {
  const pointer = [...identifiers.values()].at(-1);
  if (pointer !== undefined) return getAt(example, `${envelope}${pointer}`);
  const around = [...outside].at(-1);
  return around && getAt(example, around[1]);
}

/** The schemas that pointers stand for; not beyond a reference with siblings, which apply too. */
function targetsOf({ document }: Contract, pointers: readonly string[]): string[] {
  return pointers.map((pointer) => {
    const chain = document.chain(pointer);
    const isAlone = (reference: string) => Object.keys(document.at(reference) ?? {}).length === 1;
    const isPlain = document.version === '3.0' || chain.slice(0, -1).every(isAlone);
    return (isPlain ? chain.at(-1) : undefined) ?? pointer;
  });
}

function withIdentifier(record: JsonValue, pointer: string, value: JsonValue): JsonValue {
  const isNested = parsePointer(pointer).length > 1;
  return isNested && !hasParent(record, pointer) ? record : replaceAt(record, pointer, value);
}
