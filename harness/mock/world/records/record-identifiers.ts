import { isObject } from '../../../core/json/index.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { Identifier, ResourceType } from '../../../openapi/resources/model.ts';
import { ExtendedPath } from './extended-path.ts';
import { IdentifierGenerator } from './new-identifier.ts';
import type { RecordShape } from './record-shape.ts';
import { pathName, type RecordPath } from './stored-record.ts';

/** What decides about the identifiers of new records. */
export interface IdentifierContext {
  readonly type: ResourceType;
  readonly shape: RecordShape;
  /** True if no record has, or had, the identifiers of a path. */
  readonly isFree: (path: RecordPath) => boolean;
  /** True if the document allows a value for an identifier. */
  readonly isAllowed: (identifier: Identifier, value: JsonValue) => boolean;
  readonly nextSequence: () => number;
  /** Makes up a value of a schema. */
  readonly makeUp: (schema: string, key: string) => JsonValue | undefined;
}

interface OwnIdentifier {
  readonly identifier: Identifier;
  /** Its name in a {@link RecordPath}. */
  readonly inPath: string;
  /** Where records show it. */
  readonly pointer: string | undefined;
  /** Where a request that creates a record has it, if no response shows it. */
  readonly sentAt: readonly string[];
}

/** Gives identifiers to the new records of one type. */
export class RecordIdentifiers {
  private readonly context: IdentifierContext;
  private readonly own: readonly OwnIdentifier[];
  private readonly generators = new Map<string, IdentifierGenerator>();

  constructor(context: IdentifierContext) {
    this.context = context;
    const { type, shape } = context;
    this.own = type.identifiers.map((identifier) => ({
      identifier,
      inPath: pathName(type.name, identifier.name),
      pointer: shape.representation.identifiers.get(identifier.name),
      sentAt: sentOnly(identifier),
    }));
  }

  /** Begins anew, with the identifiers of records that are there from the start. */
  restart(known: Iterable<ReadonlyMap<string, JsonValue>>): void {
    const { name: type, identifiers } = this.context.type;
    for (const { name } of identifiers) this.generators.set(name, new IdentifierGenerator(`${type} ${name}`));
    for (const each of known) for (const [name, value] of each) this.generators.get(name)?.observe(value);
  }

  /** Learns from the identifiers of a record. */
  observe(path: RecordPath): void {
    for (const { identifier, inPath } of this.own) {
      const value = path.get(inPath);
      if (value !== undefined) this.generators.get(identifier.name)?.observe(value);
    }
  }

  /**
   * Returns the path with those identifiers of the record itself that it does not have: the client's, or new ones.
   * @param body the whole request, also with what no record shows
   */
  complete(path: RecordPath, sent: JsonObject, body: JsonObject = sent): RecordPath {
    let whole = path;
    for (const own of this.own) {
      const { identifier, inPath, pointer, sentAt } = own;
      if (whole.has(inPath)) continue;
      const shown = pointer === undefined ? undefined : getAt(sent, pointer);
      const chosen = shown ?? sentAt.map((each) => getAt(body, each)).find((each) => each !== undefined);
      const isUsable = chosen !== undefined && chosen !== null && !isObject(chosen) && !Array.isArray(chosen);
      const isChosen = isUsable && this.context.isAllowed(identifier, chosen);
      whole = isChosen ? new ExtendedPath(whole, inPath, chosen) : this.generate(own, whole, sent);
    }
    return whole;
  }

  private generate(own: OwnIdentifier, path: RecordPath, sent: JsonObject): RecordPath {
    const { identifier, inPath } = own;
    const following = this.generators.get(identifier.name)?.following(identifier);
    if (following === undefined || !this.context.isAllowed(identifier, following)) return this.search(own, path, sent);
    const next = new ExtendedPath(path, inPath, following);
    return this.context.isFree(next) ? next : this.search(own, path, sent);
  }

  private search({ identifier, inPath }: OwnIdentifier, path: RecordPath, sent: JsonObject): RecordPath {
    const { type, isFree, isAllowed, nextSequence } = this.context;
    const extended = (value: JsonValue) => new ExtendedPath(path, inPath, value);
    const title = [sent['title'], sent['name']].find((each) => typeof each === 'string');
    const found = this.generators.get(identifier.name)?.next({
      identifier,
      title,
      makeUp: (key) => this.madeUp(identifier, `${type.name} ${key}`),
      isValid: (value) => isAllowed(identifier, value),
      isFree: (value) => isFree(extended(value)),
    });
    return extended(found ?? `record-${nextSequence()}`);
  }

  /** As the path takes it, and as the record shows it. */
  private madeUp({ name }: Identifier, key: string): JsonValue[] {
    const { shape, makeUp } = this.context;
    const { schemas, identifiers } = shape.representation;
    const pointer = identifiers.get(name);
    const parameter = shape.parameters.get(name);
    const inPath = parameter === undefined ? undefined : makeUp(parameter, key);
    const shown = pointer === undefined ? [] : schemas.map((schema) => getAt(makeUp(schema, key) ?? null, pointer));
    return [inPath, ...shown].filter((each) => each !== undefined);
  }
}

/**
 * Where requests have an identifier that responses to them do not show, such as `database_name` of what is created later (202), or that of
 * another record, which they may show as `id`.
 */
function sentOnly({ bindings, sameAs }: Identifier): string[] {
  if (!sameAs && bindings.some(({ source }) => source !== 'request' && source !== 'list')) return [];
  return bindings.flatMap(({ from }) => (from.in === 'request body' ? [from.pointer] : []));
}
