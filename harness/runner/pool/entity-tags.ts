import { headerValues } from '../../core/http-response.ts';
import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import { type RequestSpec, withParameter } from '../../generate/requests/build-request.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import type { RequestCandidates } from './creation/request-candidates.ts';
import { isAccepted, type Journal, type Step } from './journal.ts';

/** A request that is conditional on what its record is now, and the read that showed it. */
export interface Conditional {
  readonly spec: RequestSpec;
  readonly read: Step | undefined;
}

/** The header parameter that takes the entity tag of the record (RFC 9110 section 13.1.1). */
export function entityTagParameter({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match');
}

/** Finds the entity tags that live records have now. */
export class EntityTags {
  private readonly model: ResourceModel;
  private readonly journal: Journal;
  /** Operations that are rejected without an entity tag. */
  private readonly required = new Set<string>();
  private variable = 0;

  constructor(model: ResourceModel, journal: Journal) {
    this.model = model;
    this.journal = journal;
  }

  /** The request with the entity tag of its record; as it is if it has none, or the user gives a value. */
  async renew(operation: Operation, spec: RequestSpec, candidates: RequestCandidates): Promise<Conditional> {
    const parameter = entityTagParameter(operation);
    const isWanted = parameter && (isSent(parameter, spec) || this.required.has(operation.id));
    const reading = isWanted ? this.readerOf(operation) : undefined;
    if (!parameter || !reading || this.isKnown(operation, parameter)) return { spec, read: undefined };
    const { reader, parameters } = reading;
    const base = candidates.base(reader.operation, []);
    const path = parameters.map(([name, source]): [string, JsonValue | undefined] => [
      name,
      spec.parameters.path[source],
    ]);
    if (!base || path.some(([, value]) => value === undefined)) return { spec, read: undefined };
    const request = {
      ...base,
      parameters: { ...base.parameters, path: Object.fromEntries(path) as typeof spec.parameters.path },
    };
    const read = await this.journal.observe(reader.operation, request, `read the entity tag for ${operation.id}`);
    const [tag] = isAccepted(read) && read.response ? headerValues(read.response, 'etag') : [];
    if (tag === undefined) return { spec, read: undefined };
    read.captures.push({ name: `etag_${++this.variable}`, value: tag, from: { in: 'etag' } });
    return { spec: withParameter(spec, parameter, tag), read };
  }

  /** True if a response shows for the first time that the operation requires an entity tag (RFC 6585 section 3). */
  isRequiredBy(operation: Operation, { response }: Step): boolean {
    const isNew = response?.status === 428 && entityTagParameter(operation) && !this.required.has(operation.id);
    if (isNew) this.required.add(operation.id);
    return isNew === true;
  }

  private isKnown({ id }: Operation, { name }: Parameter): boolean {
    return this.journal.unique.knownFor(id).some((each) => each.in === 'header' && each.at === name);
  }

  /** The read of the record that an operation is about, with its path parameters and those of the operation. */
  private readerOf({ id }: Operation) {
    const own = this.model.operations.get(id);
    const type = this.model.types.find(({ name }) => name === own?.resource);
    const reader = type?.operations.find(({ role, scope }) => role === 'read' && scope !== 'collection');
    const parameters = own && reader ? samePath(reader, own) : undefined;
    return reader && parameters ? { reader, parameters } : undefined;
  }
}

function isSent({ name }: Parameter, { parameters }: RequestSpec): boolean {
  return Object.hasOwn(parameters.header, name);
}

/** By path parameter of one operation, that of another with the same identifier; undefined if one has no equal. */
function samePath(reader: ResourceOperation, other: ResourceOperation): [string, string][] | undefined {
  const pairs = reader.path.map(({ parameter, resource, identifier }) => {
    const same = other.path.find((each) => each.resource === resource && each.identifier === identifier);
    return [parameter, same?.parameter] as const;
  });
  return pairs.every((pair): pair is [string, string] => pair[1] !== undefined)
    ? (pairs as [string, string][])
    : undefined;
}
