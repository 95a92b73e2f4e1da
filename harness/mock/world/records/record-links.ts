import { copyObject, getOwn, isObject, setProperty } from '../../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { evenHash } from '../../../core/util/random.ts';
import { MADE_UP_URL } from '../../../generate/plausible/string-rules.ts';
import { withTotals } from '../../../generate/plausible/totals.ts';
import type { Reference, ResourceType } from '../../../openapi/resources/model.ts';
import { itemPathOf } from '../item-location.ts';
import { ownedBy } from '../owners.ts';
import type { TypeWorld } from '../type-world.ts';
import { CopiedValues } from './copied-values.ts';
import { SentLines } from './sent-lines.ts';
import { pathName, type RecordPath, type StoredRecord } from './stored-record.ts';

/** What decides which records another one refers to. */
interface Link {
  /** Equal keys choose the same. */
  readonly key: string;
  /** What a client sent, with documented defaults: its references stay. */
  readonly sent?: () => JsonValue;
  readonly path: RecordPath;
}

/** Value of an identifier, and the record that it names. */
interface Target {
  readonly identifier: JsonValue;
  readonly value: JsonObject;
}

const SELF = ['/_links/self/href', '/links/self/href', '/links/self', '/self'];

/** True for a URL that leads nowhere. */
export function isMadeUpUrl(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.startsWith(MADE_UP_URL);
}

/** Finds the records that a reference of a record at a path may name. */
type FindTargets = (reference: Pick<Reference, 'resource'>, path: RecordPath) => readonly StoredRecord[];

/** Keeps the references of the records of one type, and what they show of the records that these name. */
export class RecordLinks {
  private readonly types: TypeWorld;
  private readonly findTargets: FindTargets;
  private readonly copies: CopiedValues;
  private lines: SentLines | undefined;
  /** Pointers of links of a record to itself, of those that it may have. */
  private readonly selfLinks: readonly string[];

  /** @param all the types of the document */
  constructor(types: TypeWorld, findTargets: FindTargets, all: readonly ResourceType[]) {
    this.types = types;
    this.findTargets = findTargets;
    this.copies = new CopiedValues(types.type, types.shape, all);
    const { names } = types.shape.representation;
    this.selfLinks = SELF.filter((pointer) => names.has(parsePointer(pointer)[0] ?? ''));
  }

  /** Lets the references of a record that are made up name records that exist; each only if the record stays valid. */
  link(value: JsonObject, link: Link): JsonObject {
    const { type, examples } = this.types;
    if (type.references.length === 0) return this.copy(value, link.path);
    if (examples?.isDocumented !== false) return link.sent ? this.copy(value, link.path) : value;
    const known = new Set(this.types.placesOf(link.path).map(([pointer]) => pointer));
    const linked = type.references.reduce((record, reference) => {
      const path = parsePointer(reference.at);
      if (known.has(reference.at) || !hasPlace(record, path) || hasPlace(link.sent?.(), path)) return record;
      return this.linkOne(record, reference, link);
    }, value);
    return this.copy(linked, link.path);
  }

  /** The same with the totals of what a record shows of others; one of the document is as it is. */
  linkMadeUp(value: JsonObject, link: Link): JsonObject {
    const linked = this.link(value, link);
    const isMadeUp = this.types.examples?.isDocumented === false;
    if (linked === value) return isMadeUp ? this.types.withSums(linked) : linked;
    const shown = isMadeUp ? this.withLines(linked, link.path, true) : linked;
    const whole = isMadeUp ? this.types.withSums(this.types.isValid(shown) ? shown : linked) : linked;
    const summed = withTotals(whole);
    return summed !== whole && this.types.isValid(summed) ? summed : whole;
  }

  /** The identifiers that a made-up record takes of those that are there: a member, that of a user. */
  shared(index: number, path: RecordPath): RecordPath {
    const { type, examples } = this.types;
    if (examples?.isDocumented !== false) return new Map();
    return new Map(
      type.identifiers.flatMap(({ name, sameAs }) => {
        const targets = sameAs ? this.findTargets(sameAs, path) : [];
        const id = sameAs && targets[index % targets.length]?.path.get(pathName(sameAs.resource, sameAs.identifier));
        return id === undefined ? [] : [[pathName(type.name, name), id] as const];
      }),
    );
  }

  /** Shows what a record says of those that it refers to as these have it. */
  copy(value: JsonObject, path: RecordPath): JsonObject {
    if (this.copies.isEmpty) return value;
    const isValid = (record: JsonObject) => this.types.isValid(record);
    return this.copies.update(value, (reference) => this.findTargets(reference, path), isValid);
  }

  /** The same with the sums of what it shows. */
  copied(value: JsonObject, path: RecordPath): JsonObject {
    const copied = this.copy(value, path);
    return copied === value ? value : this.types.withSums(copied);
  }

  /** A record with all that its lines show; that of products as these have it, if nobody has sent them. */
  withLines(value: JsonObject, path: RecordPath, isMadeUp = false): JsonObject {
    this.lines ??= new SentLines(this.types.type, this.types.shape, this.types.examples?.template ?? {});
    if (this.lines.isEmpty) return value;
    return this.lines.complete(value, (reference) => this.findTargets(reference, path), isMadeUp);
  }

  /** Lets the links of a record to itself that are made up name it. */
  toItself(value: JsonObject, path: RecordPath): JsonObject {
    const pointer = this.selfLinks.find((each) => isMadeUpUrl(getAt(value, each)));
    const item = pointer === undefined ? undefined : itemPathOf(this.types.type, path);
    if (pointer === undefined || item === undefined) return value;
    const urls = [item, MADE_UP_URL + item.slice(1)].map((each) => replaceAt(value, pointer, each));
    return urls.find((each): each is JsonObject => isObject(each) && this.types.isValid(each)) ?? value;
  }

  private linkOne(record: JsonObject, reference: Reference, { key, sent, path }: Link): JsonObject {
    const isOwn = reference.resource === this.types.type.name;
    const found = this.findTargets(reference, path);
    const all = isOwn ? ownedBy(found, this.types.owners, path) : found;
    // What clients create has no others that nobody gave it.
    const first = sent ? [] : all.filter(({ origin }) => origin !== 'created');
    const targets = first.length > 0 ? first : all;
    let next = evenHash(`${key} ${reference.at}`);
    // Trees have roots; no other records may be there yet.
    const isRoot = isOwn && (targets.length === 0 || next % 2 === 0);
    const root = isRoot ? replaceAt(record, reference.at, null) : undefined;
    if (isObject(root) && this.types.isValid(root)) return root;
    if (targets.length === 0) return record;
    const to = () => toTarget(reference, targets[next++ % targets.length]);
    const linked = linkTo(record, parsePointer(reference.at), to);
    return this.types.isValid(linked) ? linked : record;
  }
}

/** The record itself is no copy of another one, even if it has a property of the same name. */
function linkTo(
  record: JsonObject,
  [name = '', ...rest]: readonly string[],
  next: () => Target | undefined,
): JsonObject {
  const own = getOwn(record, name) ?? null;
  const linked = copyObject(record);
  setProperty(linked, name, rest.length === 0 ? (next()?.identifier ?? own) : replaceEach(own, rest, next));
  return linked;
}

function toTarget({ resource, identifier }: Reference, record: StoredRecord | undefined): Target | undefined {
  const found = record?.path.get(pathName(resource, identifier));
  return record && found !== undefined ? { identifier: found, value: record.value } : undefined;
}

function hasPlace(value: JsonValue | undefined, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined && value !== null;
  if (token === '*') return Array.isArray(value) && value.some((each) => hasPlace(each, rest));
  return isObject(value) && hasPlace(getOwn(value, token), rest);
}

/** Copies a value with an identifier at each place of a path that has one. */
function replaceEach(value: JsonValue, path: readonly string[], next: () => Target | undefined): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined || value === null) return value === null ? null : (next()?.identifier ?? value);
  if (token === '*') {
    if (!Array.isArray(value)) return value;
    const replaced = value.map((each) => replaceEach(each, rest, next));
    // Identifiers in a list are different ones, and so are records that it shows.
    const [name, ...deeper] = rest;
    if (deeper.length > 0 || (name !== undefined && !OWN_IDENTIFIER.test(name))) return replaced;
    const identifierOf = (each: JsonValue) => {
      const own = name !== undefined && isObject(each) ? getOwn(each, name) : each;
      return own === undefined ? each : String(own);
    };
    return [...new Map(replaced.map((each) => [identifierOf(each), each])).values()];
  }
  const own = isObject(value) ? getOwn(value, token) : undefined;
  if (!isObject(value) || own === undefined) return value;
  const copy = copyObject(value);
  if (rest.length > 0) setProperty(copy, token, replaceEach(own, rest, next));
  else if (own !== null) fillIn(copy, token, next());
  return copy;
}

/** Not `productId` of a line: several lines may name the same. */
const OWN_IDENTIFIER = /^(_?id|uuid|guid)$/i;

/** Sets the identifier; an object that shows the record under the same names shows its values too. */
function fillIn(owner: JsonObject, name: string, target: Target | undefined): void {
  if (!target) return;
  const isShown =
    getAt(target.value, `/${name}`) !== undefined && String(target.value[name]) === String(target.identifier);
  if (isShown)
    for (const each of Object.keys(owner)) {
      const value = getOwn(target.value, each);
      if (value !== undefined) setProperty(owner, each, value);
    }
  setProperty(owner, name, target.identifier);
}
