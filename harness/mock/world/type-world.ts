import { isObject } from '../../core/json/index.ts';
import { replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Identifier, ResourceType } from '../../openapi/resources/model.ts';
import { keepsDeleted } from '../../openapi/resources/operations/trash.ts';
import { asDeleted } from './action-effect.ts';
import type { ChildCounts } from './child-counts.ts';
import { type Owner, ownedBy, ownersOf, placedIn } from './owners.ts';
import { checkGiven } from './records/check-given.ts';
import type { Made, PlacedValue, Trust } from './records/draft.ts';
import { fileValues } from './records/file-values.ts';
import { approximateSize } from './records/memory-limit.ts';
import { ParentNumbers } from './records/parent-numbers.ts';
import { RecordIdentifiers } from './records/record-identifiers.ts';
import { RecordLinks } from './records/record-links.ts';
import { RecordMaker } from './records/record-maker.ts';
import { RecordPaths } from './records/record-paths.ts';
import { fitsPath, type RecordShape } from './records/record-shape.ts';
import { RecordStore } from './records/record-store.ts';
import { NOT_SHOWN, pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import { identifiersIn } from './seed/example-records.ts';
import { FirstRecords } from './seed/first-records.ts';
import { Trash } from './trash.ts';
import type { NewRecord, TypeContext, TypeExamples } from './type-context.ts';

/** The records of one resource type. */
export class TypeWorld {
  readonly type: ResourceType;
  readonly shape: RecordShape;
  /** The types above it, outermost first. */
  readonly above: readonly ResourceType[];
  readonly owners: readonly Owner[];
  readonly paths: RecordPaths;
  readonly store: RecordStore;
  readonly links: RecordLinks;
  /** Undefined if the document has no use for deleted records. */
  readonly trash: Trash | undefined;
  private readonly context: TypeContext;
  /** Where records show the identifiers of their path. */
  private readonly places: readonly Pick<Owner, 'name' | 'pointer'>[];
  private readonly allPlaces: TypeWorld['places'];
  private readonly identifiers: RecordIdentifiers;
  readonly first = new FirstRecords(this);
  private readonly numbers: ParentNumbers;
  /** True if none of the document's examples is to be there. */
  isEmptied = false;
  /** True for a mutant that does what it is asked to, whatever the request is conditional on and the document calls a conflict. */
  ignoresConditions = false;
  /** True for a mutant that leaves what the document says is done by the lines of a request. */
  ignoresLines = false;
  /** True for a mutant whose deleted records stay named by others, where the document says that they do not. */
  staysNamed = false;
  examples: TypeExamples | undefined;
  private maker: RecordMaker | undefined;

  constructor(type: ResourceType, shape: RecordShape, above: readonly ResourceType[], context: TypeContext) {
    this.type = type;
    this.shape = shape;
    this.above = above;
    this.owners = ownersOf(type, above, shape.representation, context.types);
    this.paths = new RecordPaths(type, above, context.isFirstUser);
    this.store = new RecordStore(context.isFirstUser !== undefined);
    const { identifiers, parents } = shape.representation;
    const own = [...identifiers].map(([name, pointer]) => ({ name: pathName(type.name, name), pointer }));
    this.places = [...own, ...[...parents].map(([name, pointer]) => ({ name, pointer }))];
    this.allPlaces = [...this.places, ...this.owners];
    this.context = context;
    this.numbers = new ParentNumbers(this, context);
    this.trash = keepsDeleted(type) ? new Trash((value) => asDeleted(context.contract, shape, value)) : undefined;
    this.links = new RecordLinks(this, context.findTargets, context.types);
    this.identifiers = new RecordIdentifiers({
      ...{ type, shape, nextSequence: context.nextSequence },
      isFree: (path) => this.isFree(path),
      isAllowed: (identifier, value) => this.isAllowed(identifier, value),
      makeUp: (schema, key) => this.examples?.madeUp(schema, key),
    });
  }

  get isPrepared(): boolean {
    return this.examples !== undefined;
  }

  prepare(examples: TypeExamples): void {
    this.examples = examples;
    this.maker = new RecordMaker(this.context.contract, this.shape, examples.repair, examples.template);
    this.identifiers.restart((this.examples?.records ?? []).map((example) => example.identifiers));
  }

  /** All of the document. */
  get documentTypes(): readonly ResourceType[] {
    return this.context.types;
  }

  get counts(): ChildCounts {
    return this.context.counts;
  }

  /** @throws {InputError} with the line of a property whose value the document does not allow */
  validate(record: JsonObject, source: JsonObject): void {
    const { type, shape, maker, context } = this;
    checkGiven(record, source, { type, shape, maker, contract: context.contract });
  }

  /** The records below the record above and the owners that a path names. */
  within(path: RecordPath): readonly StoredRecord[] {
    return ownedBy(this.store.list(this.paths.scopeOf(path)), this.owners, path);
  }

  /** The records above those of seed data. */
  get seedParents(): readonly RecordPath[] {
    return (this.examples?.records ?? []).flatMap(({ parents }) => parents ?? []);
  }

  /** Makes up a record with identifiers that nobody created, from the example. */
  makeUp(path: RecordPath): StoredRecord {
    const name = `${this.type.name}${this.paths.keyIn(path)}`;
    const made = this.examples?.makeUp?.(name, this.paths.positionIn(path));
    const value = this.links.linkMadeUp(isObject(made) ? made : (this.examples?.template ?? {}), { path, key: name });
    return this.create({ value, origin: 'made-up', path, trust: 'example' });
  }

  /** True if no operation that shows the record forbids a value. */
  isValid(value: JsonObject): boolean {
    const { schemas } = this.context.contract;
    return this.shape.representation.schemas.every((schema) => schemas.accepts(schema, value, 'response'));
  }

  /** True if a record can show a value at a pointer. */
  canShow(pointer: string, value: JsonValue): boolean {
    return this.ready().canShow(pointer, value);
  }

  /** The path with the identifiers that a client chooses for a new record, in its body. */
  chosenPath(path: RecordPath, value: JsonObject): RecordPath {
    const chosen = identifiersIn(this.maker?.fromClient(value) ?? {}, this.shape.representation);
    if (chosen.size === 0) return path;
    return new Map([...path, ...[...chosen].map(([name, each]) => [pathName(this.type.name, name), each] as const)]);
  }

  /** Adds a record; one with the same identifiers is replaced. */
  create({ value, origin, path, trust, placed = [], file }: NewRecord): StoredRecord {
    const maker = this.ready();
    const sent = trust ? value : maker.fromClient(value);
    const whole = this.identifiers.complete(path, sent, value);
    const scope = this.paths.scopeOf(whole) ?? '';
    const key =
      this.paths.keyIn(whole) ?? (this.paths.areUnidentified ? `${scope}/${this.context.nextSequence()}` : scope);
    const existing = this.store.get(key);
    if (existing) return trust ? this.force(existing, value) : this.replace(existing, value);
    const complete = maker.make({
      value: trust ? sent : this.links.withLines(sent, whole),
      placed: [
        ...fileValues(this.shape, file),
        ...this.placesOf(whole),
        ...(trust ? [] : this.numbers.next(scope, sent)),
        ...placed,
      ],
      trust,
    });
    const linked = trust ? complete.value : this.linked(complete.value, whole, key, { sent, placed });
    const made = this.links.toItself(linked, whole);
    const record: StoredRecord = {
      key,
      scope,
      path: whole,
      origin,
      sequence: this.context.nextSequence(),
      value: made,
      valid: complete.isValid ? complete.value : undefined,
      isChanged: false,
      size: approximateSize(made),
      store: undefined,
      shown: NOT_SHOWN,
    };
    this.identifiers.observe(whole);
    this.store.add(record);
    this.context.memory.add(this.store, record);
    if (origin !== 'seed') this.counts.move(this, [], this.counts.of(this, record));
    return record;
  }

  /** Gives a record the value that a client sent in place of the old one. */
  replace(record: StoredRecord, value: JsonObject): StoredRecord {
    return this.force(record, this.links.withLines(this.ready().fromClient(value, record.value), record.path));
  }

  /** Gives a record a changed value; what only the service sets stays. */
  change(record: StoredRecord, changed: JsonValue): StoredRecord {
    return isObject(changed) ? this.replace(record, changed) : record;
  }

  /** Gives a record a value in which the service itself has changed something. */
  force(record: StoredRecord, changed: JsonObject, trust?: Trust): StoredRecord {
    const made = this.ready().make({
      value: changed,
      placed: placedIn(record.path, this.places),
      previous: record.value,
      trust,
    });
    return this.assign(record, made);
  }

  remove(record: StoredRecord): void {
    const countedBy = this.counts.of(this, record);
    this.store.delete(record);
    this.context.memory.remove(record);
    this.counts.move(this, countedBy, []);
  }

  /** Adds a record that was removed, as the latest. */
  bringBack(record: StoredRecord): StoredRecord {
    const again = { ...record, sequence: this.context.nextSequence(), isChanged: true };
    this.store.add(again);
    this.context.memory.add(this.store, again);
    this.counts.move(this, [], this.counts.of(this, again));
    return again;
  }

  /** Shows another value of a record that nobody has changed, with the sums of what it shows. */
  show(record: StoredRecord, value: JsonObject): void {
    record.value = this.withSums(value);
    this.store.changed(record);
  }

  /** A record with the sums of what it shows of others. */
  withSums(value: JsonObject): JsonObject {
    return this.maker?.withSums(value) ?? value;
  }

  /** Removes all records; none of the examples comes back. */
  empty(): void {
    this.trash?.clear();
    for (const record of [...this.store.list()]) this.context.memory.remove(record);
    this.store.clear();
    this.isEmptied = true;
  }

  /** Forgets everything; the examples are there again. */
  reset(): void {
    this.isEmptied = false;
    this.trash?.clear();
    this.identifiers.restart((this.examples?.records ?? []).map((example) => example.identifiers));
    this.store.clear();
    this.maker?.restart();
    this.numbers.restart();
    this.first.restart();
  }

  private assign(record: StoredRecord, made: Made): StoredRecord {
    const { counts, memory } = this.context;
    const value = this.links.copied(made.value, record.path);
    const countedBy = counts.of(this, record);
    record.value = value;
    record.valid = made.isValid ? value : undefined;
    record.isChanged = true;
    memory.resize(record, approximateSize(value));
    this.store.changed(record);
    counts.move(this, countedBy, counts.of(this, record));
    return record;
  }

  /** A new record that refers to others, with the sums of what it then shows. */
  private linked(
    value: JsonObject,
    path: RecordPath,
    key: string,
    { sent, placed }: { readonly sent: JsonObject; readonly placed: readonly PlacedValue[] },
  ): JsonObject {
    const given = () =>
      placed.reduce<JsonValue>(
        (all, [pointer, each]) => replaceAt(all, pointer, each),
        this.ready().withDefaults(sent),
      );
    const linked = this.links.link(value, { path, key, sent: given });
    return linked === value ? value : this.withSums(linked);
  }

  private ready(): RecordMaker {
    if (!this.maker) throw new Error(`the examples of ${this.type.name} are not read yet`);
    return this.maker;
  }

  private isFree(path: RecordPath): boolean {
    const key = this.paths.keyIn(path);
    return key === undefined || (!this.store.get(key) && !this.store.isDeleted(key));
  }

  private isAllowed({ name }: Identifier, value: JsonValue): boolean {
    const pointer = this.shape.representation.identifiers.get(name);
    const isInPath = fitsPath(this.context.contract, this.shape, name, value);
    return isInPath && (pointer === undefined || this.canShow(pointer, value));
  }

  /** Where a new record shows its identifiers and its owners; a change may give it other owners. */
  placesOf(path: RecordPath): PlacedValue[] {
    return placedIn(path, this.allPlaces);
  }
}
