import { headerValues } from '../../../../core/http-response.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { buildRequest } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import type { CreateOptions } from '../../../pool/creation/record-creator.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isRejected, type Step } from '../../../pool/journal.ts';
import { isSameRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Verified } from '../steps/claim.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { reportNotCreated } from './replacement-status.ts';

/**
 * Creates a record that must be readable by its identifier and its Location, and show what was sent.
 * @returns undefined if no record is there to go on with
 */
export async function createSubject(sequence: Sequence, options: CreateOptions = {}): Promise<Subject | undefined> {
  const { type, pool } = sequence;
  const record = await pool.create(type, options);
  if ('problem' in record) {
    sequence.notes.push(`no ${type.name} could be created: ${record.problem}`);
    reportNotCreated(sequence, record);
    return undefined;
  }
  const { origin, step, sent } = record;
  const subject: Subject = { record, expected: sequence.expectedOf(origin, sent) };
  if (step.response?.status === 202 && !(await becomesReadable(sequence, subject))) return undefined;
  const result = await verifyReadable(sequence, subject);
  if (result === 'hidden' && options.body === undefined) return createVisible(sequence, options);
  if (result === 'gone' || result === 'hidden' || result === 'unknown') return undefined;
  await verifyLocation(sequence, subject);
  return subject;
}

/**
 * True for a PUT of a record that is there already, as of the only show that there is below a tag, and for a creation that
 * takes nothing and makes the same again, as of the only checkpoint of a file.
 */
export function isAgain({ record }: Subject, known: Subject): boolean {
  const mayBeThere = record.origin.role === 'update' || record.sent === undefined;
  return mayBeThere && isSameRecord(record, known.record);
}

/** Follows a creation that was accepted for later (RFC 9110 section 15.3.3); one that is not done in time proves nothing. */
async function becomesReadable(sequence: Sequence, subject: Subject): Promise<boolean> {
  const { name } = sequence.type;
  const seen = await sequence.read(subject, `wait for the new ${name}`, ({ record }) => record !== undefined);
  if (seen?.record !== undefined) return true;
  sequence.notes.push(`${withArticle(name)} was accepted for later (202) and was not there in time`);
  return false;
}

/** Creates another record, without what may have hidden the first one; so does all that follows. */
async function createVisible(sequence: Sequence, options: CreateOptions): Promise<Subject | undefined> {
  if (sequence.journal.avoidsHiding) return undefined;
  sequence.journal.avoidsHiding = true;
  return createSubject(sequence, options);
}

/** Has another record take the place of one that its changes have hidden; false if it is not hidden. */
export async function replaceHidden(sequence: Sequence, subject: Subject): Promise<boolean> {
  if (!subject.isHidden) return false;
  const visible = await createVisible(sequence, { context: withoutSelf(subject.record) });
  if (visible) Object.assign(subject, { stable: undefined, seen: undefined, isHidden: false }, visible);
  return visible !== undefined;
}

/** Verifies the record by its identifier, and by another one if the response has several. */
async function verifyReadable(sequence: Sequence, subject: Subject): Promise<Verified> {
  const { type, reader, pool } = sequence;
  if (!reader) return 'as expected';
  const verify = () =>
    sequence.verify('created-is-readable', subject, subject.record.step, {
      purpose: `read the new ${type.name}`,
      gone: `the ${type.name} that it created is not found`,
      differs: `the ${type.name} that it created does not show what was sent`,
    });
  const first = await verify();
  const [alternative] = subject.record.alternatives;
  if ((first !== 'gone' && first !== 'hidden') || !alternative) return first;
  subject.record = pool.registry.identify(subject.record, alternative);
  return verify();
}

/** RFC 9110 section 10.2.2: the Location of a 201 is that of the new resource. */
async function verifyLocation(sequence: Sequence, { record }: Subject): Promise<void> {
  const { reader, journal, type } = sequence;
  const spec = reader && sequence.requestFor(reader, record);
  if (!reader || !spec || record.step.response?.status !== 201) return;
  const location = targetOf(record.step, journal.sender.baseUrl);
  if (location === undefined) return;
  // Without a query parameter that a read requires, the document allows to reject it.
  const [, query] = buildRequest(reader.operation, spec).path.split('?');
  const target = query === undefined || location.includes('?') ? location : `${location}?${query}`;
  const purpose = `read the Location of the new ${type.name}`;
  const observe = () => journal.observe(reader.operation, spec, purpose, { target });
  const step = await eventually(
    sequence.limitFor('created-is-readable', record.step.operation),
    observe,
    (seen) => !leadsNowhere(seen),
  );
  journal.record(step);
  if (!leadsNowhere(step)) return;
  sequence.report('created-is-readable', record.step, {
    records: [record],
    steps: [step],
    message: `the Location of the ${type.name} that it created leads nowhere`,
    expected: `a success for GET ${target}`,
    actual: `status ${step.response?.status}`,
  });
}

/** Responses to a read of a Location that do not show that it is wrong. */
const INCONCLUSIVE = new Set([401, 403, 406, 408, 429]);

function leadsNowhere(step: Step): boolean {
  return isRejected(step) && !INCONCLUSIVE.has(step.response?.status ?? 0);
}

/** The request target that a Location names, below the base URL; undefined if it is elsewhere. */
export function targetOf({ exchange, response }: Step, baseUrl: string): string | undefined {
  const [location] = response ? headerValues(response, 'location') : [];
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const requested = new URL(prefix + exchange.case.request.path, base);
  if (location === undefined || !URL.canParse(location, requested.href)) return undefined;
  const url = new URL(location, requested);
  if (url.host !== base.host || !url.pathname.startsWith(`${prefix}/`)) return undefined;
  return url.pathname.slice(prefix.length) + url.search;
}

/** Operations that create records of the type in another way than the first one does, such as a PUT. */
export function otherCreators({ type }: Sequence, { record }: Subject): ResourceOperation[] {
  return type.operations.filter(({ creates, operation }) => creates && operation.id !== record.origin.operation.id);
}
