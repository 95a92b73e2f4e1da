import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { Exchange, JsonValue } from '../../core/model.ts';
import { mapConcurrent } from '../../core/util/map-concurrent.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { getPart, type RequestPart, type RequestSpec, withPart } from '../../generate/requests/build-request.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { deletingOperation, isDeleted } from './clean-up.ts';
import { statusOf } from './journal.ts';
import { createdIdentifiers, eachIdentified, type FoundIdentifier } from './read-identifiers.ts';
import type { ResourcePool } from './resource-pool.ts';

/** A record that a case created, by what names it in the request that deletes it. */
interface CreatedRecord {
  readonly type: ResourceType;
  readonly named: readonly (readonly [RequestPart, JsonValue])[];
}

/** The records that the cases of a suite created, to be deleted in the end. */
export class CreatedRecords {
  private readonly pool: ResourcePool;
  private readonly model: ResourceModel;
  private readonly byKey = new Map<string, CreatedRecord>();
  /** By resource type, how many records cannot be deleted. */
  private readonly left = new Map<string, { count: number; reason: string }>();

  constructor(pool: ResourcePool) {
    this.pool = pool;
    this.model = pool.model;
  }

  /** Remembers the records that an exchange created, if it did. */
  add(exchange: Exchange, spec: RequestSpec): void {
    const { case: testCase, response } = exchange;
    const operation = this.model.operations.get(testCase.operation.id);
    if (!operation?.creates || !isResponse(response) || !isAcceptance(testCase.operation, response.status)) return;
    if (operation.role !== 'create' && response.status !== 201) return;
    const type = this.model.types.find(({ name }) => name === operation.resource);
    if (!type) return;
    const deleting = deletingOperation({ type });
    if (!deleting) return;
    const step = { operation: testCase.operation, spec, exchange, response, purpose: '', captures: [] };
    const several = Array.isArray(spec.body) ? eachIdentified(type, step, spec.body.length) : [];
    const [first = new Map<string, FoundIdentifier>()] = createdIdentifiers(type, step);
    for (const identifiers of several.length > 0 ? several : [first]) {
      const named = namesIn(deleting, operation, spec, (name) => identifiers.get(name)?.value);
      if (named) this.byKey.set(`${type.name} ${stringifyJson(named.map(([, value]) => value))}`, { type, named });
      else this.keep(type, 'the response does not identify it');
    }
  }

  /**
   * Deletes the records, those of children first.
   * @returns what is left, in words
   */
  async clean(concurrency: number): Promise<string[]> {
    const records = [...this.byKey.values()];
    this.byKey.clear();
    for (const type of this.model.types.toReversed()) {
      const own = records.filter((record) => record.type === type);
      const deleted = mapConcurrent(own, concurrency, (record) => this.delete(record));
      for await (const reason of deleted) if (reason !== undefined) this.keep(type, reason);
    }
    return [...this.left].map(
      ([name, { count, reason }]) => `${pluralize(count, 'record')} of ${name} left: ${reason}`,
    );
  }

  private keep({ name }: ResourceType, reason: string): void {
    this.left.set(name, { count: (this.left.get(name)?.count ?? 0) + 1, reason });
  }

  /** @returns why the record is still there */
  private async delete({ type, named }: CreatedRecord): Promise<string | undefined> {
    const operation = deletingOperation({ type })?.operation;
    const base = operation && this.pool.candidates.base(operation, []);
    if (!operation || !base) return `no request could be made to delete ${type.name}`;
    const spec = named.reduce((whole, [part, value]) => withPart(whole, part, value), base);
    const step = await this.pool.send(operation, spec, `delete the ${type.name} that was created`);
    return isDeleted(step) ? undefined : `${operation.id} responded ${statusOf(step)}`;
  }
}

/** What names a record in a request to an operation: its own identifiers, and those around it from the request that created it. */
function namesIn(
  deleting: ResourceOperation,
  creating: ResourceOperation,
  spec: RequestSpec,
  ownIdentifier: (name: string) => JsonValue | undefined,
): CreatedRecord['named'] | undefined {
  const named = deleting.path.flatMap((part) => {
    const { resource, identifier } = part;
    const around = creating.path.find((each) => each.resource === resource && each.identifier === identifier);
    const value = resource === deleting.resource ? ownIdentifier(identifier) : around && getPart(spec, around);
    return value === undefined ? [] : [[part, value] as const];
  });
  return named.length === deleting.path.length ? named : undefined;
}
