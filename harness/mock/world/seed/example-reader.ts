import { isObject } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import { isAccountName } from '../../../openapi/resources/operations/verbs.ts';
import type { RecordRepresentationReader } from '../../../openapi/resources/representations/record-representation.ts';
import { successResponses } from '../../../openapi/resources/representations/representation.ts';
import { NOT_ACCEPTABLE, type PrismEngine } from '../../prism/prism-engine.ts';
import { embeddedOf } from '../embedded-children.ts';
import type { TypeWorld } from '../type-world.ts';
import { type ExampleRecord, exampleRecords, recordsIn } from './example-records.ts';
import { FilteredValues } from './filtered-values.ts';

export interface ExampleContext {
  readonly document: OpenApiDocument;
  readonly engine: PrismEngine;
  readonly representations: RecordRepresentationReader;
  readonly types: ReadonlyMap<string, TypeWorld>;
  readonly seeds: ReadonlyMap<TypeWorld, readonly ExampleRecord[]>;
}

/** Reads the first records of resource types, each type once. */
export class ExampleReader {
  private readonly context: ExampleContext;
  private readonly preparing = new Map<TypeWorld, Promise<void>>();
  private readonly reading = new Map<TypeWorld, Promise<void>>();
  private readonly prepared = new Set<TypeWorld>();

  constructor(context: ExampleContext) {
    this.context = context;
  }

  /** Prepares a type with all that its records belong to, refer to and count. @returns undefined if that is done */
  prepare(types: TypeWorld): Promise<void> | undefined {
    if (this.prepared.has(types)) return undefined;
    const started = this.preparing.get(types) ?? this.prepareAll(types);
    this.preparing.set(types, started);
    return started;
  }

  private async prepareAll(types: TypeWorld): Promise<void> {
    const needed = new Set([types]);
    for (const each of needed) {
      const { above, owners, type } = each;
      const names = [
        ...above.map(({ name }) => name),
        ...[...owners, ...type.references].map(({ resource }) => resource),
        ...type.identifiers.flatMap(({ sameAs }) => sameAs?.resource ?? []),
      ];
      for (const found of names.map((name) => this.context.types.get(name))) if (found) needed.add(found);
      const all = [...this.context.types.values()];
      for (const other of all) if (other.counts.above(other).includes(each)) needed.add(other);
      for (const { children } of embeddedOf({ all }, each)) needed.add(children);
    }
    for (const each of needed) {
      const started = this.reading.get(each) ?? this.read(each);
      this.reading.set(each, started);
      await started;
    }
    this.prepared.add(types);
  }

  private async read(types: TypeWorld): Promise<void> {
    const { engine, representations, seeds } = this.context;
    const { reader, representation } = types.shape;
    const repair = await engine.values();
    const [own] = recordsIn(await this.shownBy(reader), representation);
    const examples = seeds.get(types) ?? exampleRecords(types.type, representations);
    const isDocumented = examples.length > 0;
    const records = isDocumented || seeds.has(types) ? examples : await this.generated(types, own);
    const [schema, ...others] = representation.schemas;
    const canMakeUp = !isDocumented && schema !== undefined && others.length === 0;
    const name = kindOf(types.type);
    const madeUp = (of: string, key: string, index = 1) => engine.plausible.value(of, { key, index, name });
    const filtered = new FilteredValues(this.context.document, types.type, representation);
    const inTurn = (value: JsonObject, index?: number) => filtered.in(value, index, (each) => types.isValid(each));
    const makeUp = canMakeUp
      ? (key: string, index: number) => {
          const value = madeUp(schema, key, index);
          return isObject(value) ? inTurn(value, index) : value;
        }
      : undefined;
    const template = own?.value ?? records[0]?.value ?? {};
    types.prepare({
      ...{ repair, isDocumented, madeUp, makeUp },
      template: isDocumented ? template : inTurn(template),
      records: isDocumented ? records : records.map((each, index) => ({ ...each, value: inTurn(each.value, index) })),
    });
  }

  /** The records in the bodies that are generated for a document without examples. */
  private async generated(types: TypeWorld, own: ExampleRecord | undefined): Promise<ExampleRecord[]> {
    const list = types.type.operations.find(({ role }) => role === 'list');
    const body = list && (await this.shownBy(list));
    const contents = list ? successResponses(list.operation).flatMap(({ content }) => content) : [];
    const content = contents.find(({ schema }) => schema !== undefined);
    const listed =
      body !== undefined && content
        ? recordsIn(body, this.context.representations.read(types.type, content, true))
        : [];
    return listed.length > 0 ? listed : own ? [own] : [];
  }

  private async shownBy({ operation }: ResourceOperation): Promise<JsonValue> {
    const negotiated = await this.context.engine.negotiationFor({ operation });
    return negotiated === NOT_ACCEPTABLE ? null : (negotiated.body ?? null);
  }
}

/** What records of a type are: `/me` is a user. */
function kindOf({ singleton, words: own }: ResourceType): string {
  const name = own.join(' ');
  return singleton && name !== 'account' && isAccountName(name) ? 'user' : name;
}
