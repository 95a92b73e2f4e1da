import type { StatefulCheckId } from '../../../../core/check-ids.ts';
import { headerValues } from '../../../../core/http-response.ts';
import { parseMediaType } from '../../../../openapi/media-type.ts';
import type { FileContent } from '../../../../openapi/resources/operations/file-content.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { isGone } from '../steps/observe.ts';
import type { Sequence } from '../steps/sequence.ts';

/** Each byte once, which no text has; the next one is shorter. */
const BINARY = [Uint8Array.from({ length: 256 }, (_, index) => index), Uint8Array.of(0, 255, 10, 13, 128, 0)] as const;
const TEXTS = [Buffer.from('first content, which is longer'), Buffer.from('second')] as const;
const OTHER = Buffer.from('content of another');

/** What is stored below a record. */
interface Stored {
  readonly owner: LiveRecord;
  readonly bytes: Uint8Array;
}

/** A request, and what a read must show after it. */
interface Claim {
  readonly check: StatefulCheckId;
  readonly step: Step;
  readonly message: string;
}

/** What a PUT stores, a GET gives (RFC 9110 section 9.3.4): the same bytes, in place of those before, of this record alone. */
export async function verifyFileContent(sequence: Sequence, content: FileContent): Promise<void> {
  const { name, parent } = sequence.type;
  const owner = await createOwner(sequence);
  if (!owner) return;
  const [first, second] = parseMediaType(content.mediaType)?.essence.startsWith('text/') ? TEXTS : BINARY;
  const message = `the ${name} is another one than was stored`;
  for (const bytes of [first, second]) {
    const step = await store(sequence, content, { owner, bytes });
    const claim = step && ({ check: 'update-is-visible', step, message } as const);
    if (!claim || !(await isRead(sequence, content, { owner, bytes }, claim))) return;
  }
  const other = await createOwner(sequence);
  const step = other && (await store(sequence, content, { owner: other, bytes: OTHER }));
  const changed = `the ${name} has changed by that of another ${parent}`;
  const claim = step && ({ check: 'others-are-untouched', step, message: changed } as const);
  if (!claim || (await isRead(sequence, content, { owner, bytes: second }, claim)))
    await verifyRemoved(sequence, content, { owner, bytes: second });
}

async function createOwner({ pool, type }: Sequence): Promise<LiveRecord | undefined> {
  const parent = pool.model.types.find(({ name }) => name === type.parent);
  const made = parent && (await pool.create(parent));
  return made && !('problem' in made) ? made : undefined;
}

/** @returns undefined unless it was accepted */
async function store(
  sequence: Sequence,
  { writer, stored, mediaType }: FileContent,
  { owner, bytes }: Stored,
): Promise<Step | undefined> {
  const { contract, type } = sequence;
  const text = Buffer.from(bytes).toString('latin1');
  const isValid = stored.schema === undefined || contract.schemas.accepts(stored.schema, text, 'request');
  const spec = isValid ? sequence.requestFor(writer, owner) : undefined;
  if (!spec) return undefined;
  const { body: _, ...rest } = spec;
  const sent = { ...rest, bytes, contentType: mediaType };
  const step = await sequence.change(writer, owner, sent, `store the ${type.name}`);
  return isDone(step) ? step : undefined;
}

/** False if a read gives other bytes, or none. */
async function isRead(
  sequence: Sequence,
  content: FileContent,
  { owner, bytes }: Stored,
  { check, step, message }: Claim,
): Promise<boolean> {
  const isSame = showsOnly(bytes);
  const seen = await read(sequence, content, owner, isSame);
  if (!seen || isSame(seen)) return seen !== undefined;
  // In another media type, it is another representation.
  const isOther = seen.response?.status === 200 && typeOf(seen) === content.mediaType;
  if (isOther || isGone(seen))
    sequence.report(check, step, {
      records: [owner],
      steps: [step, seen],
      message,
      expected: describe(bytes),
      actual: isGone(seen) ? `status ${statusOf(seen)}` : describe(seen.response?.body),
    });
  return false;
}

/** A file that was deleted is not given any more; another one may be in its place, such as that of all. */
async function verifyRemoved(sequence: Sequence, content: FileContent, { owner, bytes }: Stored): Promise<void> {
  const { remover } = content;
  const spec = remover && sequence.requestFor(remover, owner);
  if (!remover || !spec) return;
  const { name } = sequence.type;
  const step = await sequence.change(remover, owner, spec, `delete the ${name}`);
  const isSame = showsOnly(bytes);
  const seen = isDone(step) ? await read(sequence, content, owner, (each) => !isSame(each)) : undefined;
  if (!seen || !isSame(seen)) return;
  sequence.report('delete-removes', step, {
    records: [owner],
    steps: [step, seen],
    message: `the ${name} is still there after its deletion`,
    expected: 'status 404',
    actual: describe(seen.response?.body),
  });
}

async function read(
  sequence: Sequence,
  { reader, mediaType }: FileContent,
  owner: LiveRecord,
  isExpected: (step: Step) => boolean,
): Promise<Step | undefined> {
  const { journal, options, type } = sequence;
  const spec = sequence.requestFor(reader, owner);
  if (!spec) return undefined;
  const asked = { ...spec, headers: { ...spec.headers, accept: mediaType } };
  const observe = () => journal.observe(reader.operation, asked, `read the ${type.name}`);
  const seen = await eventually(options.consistencyMs, observe, isExpected);
  journal.record(seen);
  return seen;
}

function showsOnly(bytes: Uint8Array) {
  return ({ response }: Step) => response?.status === 200 && Buffer.from(response.body).equals(bytes);
}

function typeOf({ response }: Step): string | undefined {
  const [type = ''] = response ? headerValues(response, 'content-type') : [];
  return parseMediaType(type)?.essence;
}

function describe(bytes: Uint8Array = new Uint8Array()): string {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return `${bytes.length} bytes: ${start}${bytes.length > 16 ? '…' : ''}`;
}
