import { jsonEqual } from '../../../../core/json/equal.ts';
import { getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { rejectsUnknown } from '../../../../openapi/resources/prose/conflicts.ts';
import { mustNameExisting } from '../../../../openapi/resources/prose/existing-references.ts';
import { type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { likeSent } from '../steps/like-sent.ts';
import { isGone } from '../steps/observe.ts';
import type { Sequence } from '../steps/sequence.ts';

/** Requests with a reference to no record: the first that the schema permits, and those of which the document speaks. */
export function unknownReferences(sequence: Sequence, operation: ResourceOperation, record: LiveRecord) {
  const { contract, journal, pool } = sequence;
  const requests = operation.references.flatMap(({ in: place, at: pointer, resource, identifier }) => {
    const at = pointer.replaceAll('/*', '/0');
    const whole = pool.candidates.body(operation.operation, 'all', 6);
    const own =
      whole !== undefined && operation === record.origin ? likeSent(contract, record, whole, parsePointer(at)) : whole;
    const spec = own === undefined ? undefined : sequence.requestFor(operation, record, own);
    const body = spec?.body;
    const known = getAt(body ?? null, at);
    if (place !== 'body' || !spec || body === undefined || known === undefined) return [];
    const values = [
      // Digits in a text lead to no record, too, where the path takes only such.
      ...(typeof known === 'string' && /^\d+$/.test(known) ? [String(journal.unique.integer() % 1_000_000_000)] : []),
      journal.unique.uuid(),
      journal.unique.integer(),
      journal.unique.word(),
      withOtherDigits(String(known)),
    ];
    const unknown = values
      .map((value) => replaceAt(body, at, value))
      .find((each) => acceptsBody(contract, operation.operation, each));
    if (unknown === undefined || jsonEqual(unknown, body)) return [];
    const type = record.context.get(resource)?.type;
    const isTold =
      type !== undefined &&
      (rejectsUnknown(contract, operation, type.words) || mustNameExisting(contract, operation, pointer));
    const reference = { resource, identifier, at, value: getAt(unknown, at) ?? null, isTold };
    return [{ spec: { ...spec, body: unknown }, reference }];
  });
  return requests.filter(({ reference }, index) => index === 0 || reference.isTold);
}

/** Another identifier of the same form, such as a ULID. */
function withOtherDigits(text: string): string {
  return text.slice(0, 1) + text.slice(1).replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
}

interface UnknownReference {
  readonly resource: string;
  readonly identifier: string;
  /** JSON Pointer in the body. */
  readonly at: string;
  readonly value: JsonValue;
  /** True if the document says that an unknown one is rejected. */
  readonly isTold: boolean;
}

/** The same request with new records in place of the others that it names: a room may be taken already. */
export async function withNewRecords(
  sequence: Sequence,
  record: LiveRecord,
  { body }: RequestSpec,
  { resource, at, value }: UnknownReference,
): Promise<RequestSpec | undefined> {
  const { origin: operation } = record;
  const context = new Map(withoutSelf(record));
  for (const name of new Set(operation.references.map((each) => each.resource))) {
    const old = name === resource ? undefined : context.get(name);
    if (!old) continue;
    const others = new Map([...context].filter(([, each]) => each !== old));
    const made = await sequence.pool.create(old.type, { context: others, isNamed: true });
    if ('problem' in made) return undefined;
    context.set(name, made);
  }
  const spec = sequence.requestFor(operation, { context }, body);
  return spec?.body === undefined ? undefined : { ...spec, body: replaceAt(spec.body, at, value) };
}

/** The document says that a record which does not exist, as a read of it shows, is none to refer to. */
export async function reportUnknown(
  sequence: Sequence,
  { context }: LiveRecord,
  step: Step,
  { resource, identifier, value, isTold }: UnknownReference,
  does: 'creates' | 'changes' = 'creates',
): Promise<void> {
  const known = context.get(resource);
  const reader = known && sequence.pool.reader(known.type);
  if (!reader || !isTold) return;
  const unknown = { ...known, identifiers: new Map([...known.identifiers, [identifier, value]]) };
  const spec = sequence.requestFor(reader, { ...unknown, context: new Map([...known.context, [resource, unknown]]) });
  const seen = spec && (await sequence.journal.send(reader.operation, spec, `read the ${resource} that it names`));
  if (!seen || !isGone(seen)) return;
  sequence.report('conflict-is-rejected', step, {
    records: [],
    steps: [step, seen],
    message: `it ${does} ${withArticle(sequence.type.name)} that names ${withArticle(resource)} which does not exist, and the document calls that an error`,
    expected: 'an error (4xx)',
    actual: `status ${statusOf(step)}`,
  });
}
