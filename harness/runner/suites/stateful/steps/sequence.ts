import type { StatefulCheckId } from '../../../../core/check-ids.ts';
import type { Finding, JsonValue, Operation } from '../../../../core/model.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation, ResourceType, Role } from '../../../../openapi/resources/model.ts';
import { toldConstants } from '../../../../openapi/resources/prose/constants.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isDone, type Journal, type Step } from '../../../pool/journal.ts';
import { toSequence } from '../../../pool/lineage.ts';
import { isToldByOther } from '../../../pool/listed-records.ts';
import { isSettled, type LiveRecord, lineage } from '../../../pool/live-record.ts';
import type { ResourcePool } from '../../../pool/resource-pool.ts';
import type { Claim, Verified } from './claim.ts';
import { EntityTags } from './entity-tag.ts';
import { clauseOf, type Evidence, failedRead, type SequenceFinding } from './evidence.ts';
import {
  asShown,
  type Difference,
  describeDifferences,
  type ExpectedProperty,
  expectedProperties,
  findDifferences,
} from './expected-properties.ts';
import { HiddenRecords } from './hidden-record.ts';
import { hasFailed, isFinal, isGone, isOfOtherShape, type Observation, readOnce } from './observe.ts';
import { isListOfOwner } from './owner-lists.ts';
import { differencesFromRead } from './shown-in-response.ts';
import {
  findUnstable,
  isAsSent,
  isOfNamed,
  type StableValues,
  showsIdentity,
  stableValues,
} from './stable-properties.ts';

/** A record under test, with what a read must show of it. */
export interface Subject {
  record: LiveRecord;
  expected: readonly ExpectedProperty[];
  /** What it keeps for life, as it was first read. */
  stable?: StableValues;
  /** The last read that verified it. */
  seen?: Observation;
  /** True once reads do not find it, for what it was sent. */
  isHidden?: boolean;
}

export interface SequenceOptions {
  /** How long readers wait until they show a change. */
  readonly consistencyMs: number;
  /** True for what an earlier sequence has found: it is neither waited for nor reported again. */
  readonly isKnown?: ((check: StatefulCheckId, operation: Operation) => boolean) | undefined;
}

/** The requests about one resource type, and what they show. */
export class Sequence {
  readonly pool: ResourcePool;
  readonly journal: Journal;
  readonly contract: Contract;
  readonly type: ResourceType;
  readonly options: SequenceOptions;
  readonly findings: SequenceFinding[] = [];
  readonly notes: string[] = [];
  readonly reader: ResourceOperation | undefined;
  readonly hidden: HiddenRecords;
  /** Searches that have found records of the sequence. */
  readonly searched = new Set<ResourceOperation>();
  /** Properties that say which record it is: the service sets them, whatever it is sent. */
  private readonly identity = new Set<string>();
  private readonly tags = new EntityTags();
  /** Changes that a read has waited for. */
  private readonly awaited = new WeakSet<Step>();

  constructor(pool: ResourcePool, type: ResourceType, options: SequenceOptions) {
    this.pool = pool;
    this.journal = pool.journal;
    this.contract = pool.journal.sender.contract;
    this.type = type;
    this.options = options;
    this.hidden = new HiddenRecords(this.contract.document);
    this.reader = this.operations('read').find(
      ({ response, scope }) => response !== undefined && scope !== 'collection',
    );
  }

  operations(...roles: readonly Role[]): ResourceOperation[] {
    return this.type.operations.filter(({ role, ends }) => roles.includes(role) && ends === undefined);
  }

  /** Lists that have all records of the type, or all that name the same record as another one does. */
  get lists(): ResourceOperation[] {
    const record = this.pool.registry.created.find(({ type }) => type === this.type);
    const listed = this.operations('list').filter(({ response }) => response?.items !== undefined);
    const own = listed.filter((each) => !each.filtered || isListOfOwner(this.type, each));
    return record ? own.filter((each) => !isToldByOther(each, record)) : own;
  }

  /** The request for all records of a list, with no more in its body than it has to have. */
  listRequest(operation: ResourceOperation, record: LiveRecord): RequestSpec | undefined {
    const isSent = operation.operation.requestBody !== undefined;
    return this.requestFor(
      operation,
      record,
      isSent ? this.pool.candidates.body(operation.operation, 'required', 0) : undefined,
    );
  }

  /** The request of an operation about a record; undefined if it cannot be made. */
  requestFor(operation: ResourceOperation, of: Pick<LiveRecord, 'context'>, body?: JsonValue): RequestSpec | undefined {
    const base = this.pool.candidates.base(operation.operation, []);
    if (!base) return undefined;
    const own = of.context.get(this.type.name);
    const isChange = own !== undefined && (operation.role === 'update' || operation.role === 'patch');
    const named = isChange && body !== undefined ? this.pool.renames.keepNames(own, operation, body) : body;
    const bound = this.pool.request(operation, of, named === undefined ? base : { ...base, body: named });
    return 'problem' in bound ? undefined : bound;
  }

  /** Reads a record until it is as expected, at most for the time of eventual consistency; the last read counts. */
  async read(
    { record, expected, stable = new Map() }: Subject,
    purpose: string,
    isExpected = (seen: Observation) =>
      seen.record !== undefined && this.besideIdentity(record, findDifferences(seen.record, expected)).length === 0,
    limitMs = this.options.consistencyMs,
  ): Promise<Observation | undefined> {
    const { reader } = this;
    const spec = reader && this.requestFor(reader, record);
    if (!reader || !spec) return undefined;
    const observe = () => readOnce(this.journal, reader, spec, purpose);
    // Waiting does not help against a read that shows another record, or one of another shape, either.
    const isOther = (seen: Observation) =>
      seen.record !== undefined &&
      (findUnstable(seen.record, stable).length > 0 || this.lacksByShape(seen, seen.record, expected));
    const pending = this.pendingOf(record);
    const isCurrent = ({ record: shown }: Observation) =>
      pending.length === 0 ||
      (shown !== undefined && this.besideIdentity(record, findDifferences(shown, pending)).length === 0);
    const isDecided = (seen: Observation) =>
      isFinal(seen.step) || isOther(seen) || (isExpected(seen) && isCurrent(seen));
    const seen = await eventually(limitMs, observe, isDecided);
    this.journal.record(seen.step);
    return seen;
  }

  private lacksByShape(seen: Observation, shown: JsonValue, expected: readonly ExpectedProperty[]): boolean {
    const differences = findDifferences(shown, expected);
    return differences.length > 0 && isOfOtherShape(this.journal, seen, differences);
  }

  /** What the first read after a change waits for, whatever it is for: what it shows may be compared with a later one. */
  private pendingOf({ changes }: LiveRecord): ExpectedProperty[] {
    const last = changes.findLast(isDone);
    const writer = this.operations('update', 'patch').find(({ operation }) => operation === last?.operation);
    if (!last || !writer || writer.patch === 'json-patch' || this.awaited.has(last)) return [];
    if (this.isKnown('update-is-visible', writer.operation)) return [];
    this.awaited.add(last);
    return this.expectedOf(writer, last.spec.body);
  }

  /** Sends a change, and remembers it as part of the record's history. */
  async change(operation: ResourceOperation, record: LiveRecord, spec: RequestSpec, purpose: string): Promise<Step> {
    const step = await this.pool.send(operation.operation, spec, purpose);
    record.changes.push(step);
    await this.followRename(operation, record, step);
    return step;
  }

  /** From now on names a record by the identifier that a change has given it. */
  async followRename(operation: ResourceOperation, record: LiveRecord, step: Step): Promise<void> {
    await this.pool.renames.follow(record, operation, step, async () => {
      const spec = this.reader && this.requestFor(this.reader, record);
      if (!this.reader || !spec) return false;
      const seen = await readOnce(this.journal, this.reader, spec, `read the ${this.type.name} by its new name`);
      return seen.record !== undefined;
    });
  }

  /** What a read, or a list where there is none, must show of a body that was sent. */
  expectedOf(writer: ResourceOperation, body: JsonValue | undefined): ExpectedProperty[] {
    const reader = this.reader ?? this.lists[0];
    const all = reader ? expectedProperties(this.contract, this.type, writer, reader, body) : [];
    return all.filter(({ pointer }) => !this.identity.has(pointer));
  }

  /** How a record differs from what it was sent, without what says which record it is. */
  besideIdentity(record: LiveRecord, differences: readonly Difference[]): Difference[] {
    for (const each of differences) if (showsIdentity(each, record)) this.identity.add(each.pointer);
    return differences.filter(({ pointer }) => !this.identity.has(pointer));
  }

  /**
   * Reads a record that must be as expected, and reports it if it is not; what differs is expected no more.
   * @param at the step that the finding is about
   */
  async verify(
    check: StatefulCheckId,
    subject: Subject,
    at: Step | 'read',
    { purpose, gone, differs, steps: before = [] }: Claim,
  ): Promise<Verified> {
    if (!isSettled(subject.record)) return 'unknown';
    const wanted = at === 'read' ? this.reader?.operation : at.operation;
    const seen = await this.read(subject, purpose, undefined, this.limitFor(check, wanted));
    if (!seen) return 'unknown';
    const about = at === 'read' ? seen.step : at;
    const evidence = { records: [subject.record], steps: [...before, about, seen.step] };
    if (seen.record === undefined) {
      if (hasFailed(seen.step)) this.report('created-is-readable', seen.step, failedRead(subject.record, seen.step));
      if (!isGone(seen.step)) return 'unknown';
      subject.isHidden = this.hidden.mayHide(this.reader, subject);
      if (subject.isHidden) return 'hidden';
      const actual = `${this.reader?.operation.id} responded ${seen.step.response?.status}`;
      this.report(check, about, { ...evidence, message: gone, expected: 'the record', actual });
      return 'gone';
    }
    this.verifyStable(subject, at === 'read' ? 'safe-changes-nothing' : 'identity-is-stable', about, seen);
    this.verifyTag(subject, about, seen);
    subject.seen = seen;
    if (this.reader) this.hidden.see(this.reader, seen.record, subject);
    const differences = this.besideIdentity(subject.record, findDifferences(seen.record, subject.expected));
    const wrong = new Set(differences.map(({ pointer }) => pointer));
    const remaining = subject.expected.filter(({ pointer }) => !wrong.has(pointer) && !this.identity.has(pointer));
    subject.expected = asShown(seen.record, remaining);
    if (differences.length > 0) {
      if (!isOfOtherShape(this.journal, seen, differences))
        this.report(check, about, { ...evidence, message: differs, differences });
    } else if (at === subject.record.step || check === 'update-is-visible')
      this.verifyShown(check, subject, about, seen);
    return differences.length === 0 ? 'as expected' : 'differs';
  }

  /** Its identifiers and the time of its creation are as they were when it was first read. */
  private verifyStable(subject: Subject, check: StatefulCheckId, about: Step, { step, record }: Observation): void {
    if (!this.reader || record === undefined) return;
    subject.stable ??= stableValues(this.contract, record, this.type, this.reader);
    const changed = findUnstable(record, subject.stable);
    if (changed.length === 0) return;
    subject.stable = stableValues(this.contract, record, this.type, this.reader);
    const told = toldConstants(this.contract, this.type, this.reader);
    const isRenamed = ({ pointer, actual }: Difference) =>
      !told.includes(pointer) && [...subject.record.identifiers.values()].some((id) => id === actual);
    const isTold = (each: Difference) => isAsSent(this.type, about, each) || isOfNamed(this.type, about, each);
    const differences = changed.filter((each) => !isTold(each) && !isRenamed(each));
    if (differences.length === 0) return;
    const message = `the ${this.type.name} has other values than before of what it keeps for life`;
    this.report(check, about, { records: [subject.record], steps: [about, step], message, differences });
  }

  /** An entity tag is that of one representation (RFC 9110 section 8.8.1). */
  private verifyTag({ record, seen: before }: Subject, about: Step, seen: Observation): void {
    const differences = this.reader ? this.tags.compare(this.type, this.reader, seen, before) : [];
    if (differences.length === 0) return;
    const message = `the ${this.type.name} has changed and its entity tag has not`;
    this.report('update-is-visible', about, { records: [record], steps: [about, seen.step], message, differences });
  }

  /** The response to a change shows the record as a read does right after it. */
  private verifyShown(check: StatefulCheckId, { record }: Subject, at: Step, seen: Observation): void {
    const differences = differencesFromRead(this.contract, this.type, this.reader, at, record, seen);
    const message = `its response shows the ${this.type.name} otherwise than a read right after it`;
    if (differences.length > 0 && !isOfOtherShape(this.journal, seen, differences))
      this.report(check, at, { records: [record], steps: [at, seen.step], message, differences });
  }

  /** What was found once need not be waited for again. */
  limitFor(check: StatefulCheckId, operation: Operation | undefined): number {
    return this.isKnown(check, operation) ? 0 : this.options.consistencyMs;
  }

  private isKnown(check: StatefulCheckId, operation: Operation | undefined): boolean {
    if (operation && this.options.isKnown?.(check, operation)) return true;
    return this.findings.some(({ step, finding }) => finding.check === check && step.operation === operation);
  }

  report(check: StatefulCheckId, step: Step, { records, steps, message, differences, ...rest }: Evidence): void {
    if (this.isKnown(check, step.operation) || !records.every(isSettled)) return;
    const all = [...records.flatMap((record) => [...lineage(record), ...record.changes]), ...steps];
    const finding: Finding = {
      check,
      clause: clauseOf(this.contract, step),
      severity: 'error',
      message,
      ...(differences ? describeDifferences(differences) : rest),
      sequence: toSequence(this.journal.inOrder(all)),
    };
    this.findings.push({ step, finding });
  }
}
