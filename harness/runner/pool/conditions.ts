import { headerValues } from '../../core/http-response.ts';
import { getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { CapturedValue } from '../../core/sequence.ts';
import { acceptsBody } from '../../generate/requests/accepts-body.ts';
import { getPart, type RequestSpec, withParameter, withPart } from '../../generate/requests/build-request.ts';
import { hasKnownValue, type KnownValue } from '../../generate/requests/known-values.ts';
import type { PathIdentifier, ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';
import type { RequestCandidates } from './creation/request-candidates.ts';
import { bodyOf, isAccepted, type Journal, type Step } from './journal.ts';

/** A request that is conditional on what its record is now, and the read that showed it. */
export interface Conditional {
  readonly spec: RequestSpec;
  readonly read: Step | undefined;
}

/** Makes requests conditional on what live records are now: by their entity tag, or by the version in the body. */
export class Conditions {
  private readonly model: ResourceModel;
  private readonly journal: Journal;
  /** Operations that are rejected without an entity tag. */
  private readonly required = new Set<string>();
  private variable = 0;

  constructor(model: ResourceModel, journal: Journal) {
    this.model = model;
    this.journal = journal;
  }

  /** True if requests of an operation may have to name what their record is now. */
  concerns(operation: Operation): boolean {
    return entityTagParameter(operation) !== undefined || this.versionOf(operation) !== undefined;
  }

  /** The request with what its record is now; as it is if that shows nothing, or the user gives a value. */
  async renew(operation: Operation, spec: RequestSpec, candidates: RequestCandidates): Promise<Conditional> {
    const tag = this.tagFor(operation, spec);
    const version = this.versionFor(operation, spec);
    const read = tag || version ? await this.read(operation, spec, candidates) : undefined;
    if (!read) return { spec, read: undefined };
    const tagged = tag ? this.withTag(spec, tag, read) : spec;
    const renewed = version ? this.withVersion(operation, tagged, version, read) : tagged;
    return renewed === spec ? { spec, read: undefined } : { spec: renewed, read: read.step };
  }

  /** True once a response has shown that an operation requires an entity tag. */
  requiresTag({ id }: Operation): boolean {
    return this.required.has(id);
  }

  /** Learns from the status of a response whether the operation requires an entity tag (RFC 6585 section 3); true if it does. */
  learnTag(operation: Operation, status: number | undefined): boolean {
    if (status !== 428 || !entityTagParameter(operation)) return false;
    this.required.add(operation.id);
    return true;
  }

  private tagFor(operation: Operation, spec: RequestSpec): Parameter | undefined {
    const parameter = entityTagParameter(operation);
    const isWanted = parameter && (isSent(parameter, spec) || this.required.has(operation.id));
    return isWanted && !this.isKnown(operation, { in: 'header', at: parameter.name }) ? parameter : undefined;
  }

  private versionFor(operation: Operation, { body }: RequestSpec): string | undefined {
    const at = this.versionOf(operation);
    const isSentNow = at !== undefined && body !== undefined && getAt(body, at) !== undefined;
    return isSentNow && !this.isKnown(operation, { in: 'body', at }) ? at : undefined;
  }

  private versionOf({ id }: Operation): string | undefined {
    return this.model.operations.get(id)?.version?.at;
  }

  private withTag(spec: RequestSpec, parameter: Parameter, { step }: Read): RequestSpec {
    const [tag] = step.response ? headerValues(step.response, 'etag') : [];
    if (tag === undefined) return spec;
    this.capture(step, 'etag', tag, { in: 'etag' });
    return withParameter(spec, parameter, tag);
  }

  private withVersion(operation: Operation, spec: RequestSpec, at: string, { step, reader }: Read): RequestSpec {
    const { body } = spec;
    const { envelope = '' } = this.model.operations.get(operation.id)?.request ?? {};
    const shown = getAt(bodyOf(step) ?? null, (reader.response?.envelope ?? '') + at.slice(envelope.length));
    if (body === undefined || shown === undefined || shown === null || typeof shown === 'object') return spec;
    const changed = replaceAt(body, at, shown);
    const isValid = (each: JsonValue) => acceptsBody(this.journal.sender.contract, operation, each);
    // A version that is invalid on purpose stays.
    if (!isValid(body) && isValid(changed)) return spec;
    this.capture(step, 'version', String(shown), { in: 'version', property: parsePointer(at).at(-1) ?? '' });
    return { ...spec, body: changed };
  }

  private capture({ captures }: Step, name: string, value: string, from: CapturedValue['from']): void {
    captures.push({ name: `${name}_${++this.variable}`, value, from });
  }

  private async read(
    operation: Operation,
    spec: RequestSpec,
    candidates: RequestCandidates,
  ): Promise<Read | undefined> {
    const reading = this.readerOf(operation);
    const base = reading && candidates.base(reading.reader.operation, []);
    if (!reading || !base) return undefined;
    let request = base;
    for (const [part, source] of reading.parts) {
      const value = getPart(spec, source);
      if (value === undefined) return undefined;
      request = withPart(request, part, value);
    }
    const purpose = `read what ${operation.id} is conditional on`;
    const step = await this.journal.observe(reading.reader.operation, request, purpose);
    return isAccepted(step) ? { step, reader: reading.reader } : undefined;
  }

  private isKnown({ id }: Operation, part: Pick<KnownValue, 'in' | 'at'>): boolean {
    return hasKnownValue(this.journal.unique.knownFor(id), part);
  }

  /** The read of the record that an operation is about, with what names it there and in the operation. */
  private readerOf({ id }: Operation) {
    const own = this.model.operations.get(id);
    const type = this.model.types.find(({ name }) => name === own?.resource);
    const reader = type?.operations.find(({ role, scope }) => role === 'read' && scope !== 'collection');
    const parts = own && reader ? sameParts(reader, own) : undefined;
    return reader && parts ? { reader, parts } : undefined;
  }
}

interface Read {
  readonly step: Step;
  readonly reader: ResourceOperation;
}

function isSent({ name }: Parameter, { parameters }: RequestSpec): boolean {
  return Object.hasOwn(parameters.header, name);
}

/** By what names the record in one operation, what does in another; undefined if one has no equal. */
function sameParts(
  reader: ResourceOperation,
  other: ResourceOperation,
): (readonly [PathIdentifier, PathIdentifier])[] | undefined {
  const pairs = reader.path.flatMap((own) => {
    const same = other.path.find((each) => each.resource === own.resource && each.identifier === own.identifier);
    return same ? [[own, same] as const] : [];
  });
  return pairs.length === reader.path.length ? pairs : undefined;
}
