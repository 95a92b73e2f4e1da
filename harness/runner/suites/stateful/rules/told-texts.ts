import { isObject } from '../../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { isJsonType } from '../../../../openapi/media-type.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type TextForm, toldTextForms } from '../../../../openapi/resources/prose/text-forms.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Difference } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANTS = { created: 92, changed: 93 };

/** What is normalized where the document does not say that it stays, the most telling first. */
const EXACT = [
  (text: string) => `  ${text} Ab  cD  `,
  (text: string) => `  ${text}  `,
  (text: string) => ` ${text}`,
  (text: string) => `${text} `,
];
/** What changes by what the document says. */
const CHANGED = [
  (text: string) => `  ${text.toUpperCase()} a  `,
  (text: string) => `  ${text}  `,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
];

/** A read shows a text as it was sent, or in the form that the document gives it: `Stored in lower case`, `white space is never trimmed`. */
export async function verifyToldTexts(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, pool, reader, type } = sequence;
  const { origin } = record;
  const body = reader && telling(sequence, origin, VARIANTS.created);
  if (body === undefined || toldTextForms(contract, type).size === 0) return;
  const created = await pool.create(type, { by: origin, body, context: withoutSelf(record) });
  if ('problem' in created) return;
  const subject = { record: created, expected: [] };
  await verifyForms(sequence, subject, created.step, origin);
  for (const operation of sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch')) {
    const changed = telling(sequence, operation, VARIANTS.changed);
    const spec = changed === undefined ? undefined : sequence.requestFor(operation, created, changed);
    if (!spec) continue;
    const purpose = `change the texts of the ${type.name} to such as may be normalized`;
    const step = await sequence.change(operation, created, spec, purpose);
    if (isDone(step)) await verifyForms(sequence, subject, step, operation);
  }
}

/** A valid body with texts whose form tells what became of them; undefined if there are none. */
function telling(
  { contract, pool, type }: Sequence,
  operation: ResourceOperation,
  variant: number,
): JsonValue | undefined {
  const whole = pool.candidates.body(operation.operation, 'all', variant);
  if (!isObject(whole) || !isJsonType(requestMediaType(operation.operation)?.type ?? '')) return undefined;
  let body: JsonValue = whole;
  for (const [name, form] of toldTextForms(contract, type)) {
    const at = `${operation.request?.envelope ?? ''}/${name}`;
    const next: JsonValue | undefined = otherForms(getAt(body, at), form)
      .map((text) => replaceAt(body, at, text))
      .find((each) => acceptsBody(contract, operation.operation, each));
    body = next ?? body;
  }
  return body === whole ? undefined : body;
}

function otherForms(value: JsonValue | undefined, { isExact, apply }: TextForm): string[] {
  if (typeof value !== 'string') return [];
  const texts = (isExact ? EXACT : CHANGED).map((change) => change(value));
  return isExact ? texts : texts.filter((text) => apply(text) !== text);
}

async function verifyForms(sequence: Sequence, subject: Subject, step: Step, writer: ResourceOperation): Promise<void> {
  const { contract, type } = sequence;
  const sent = step.spec.body ?? null;
  const forms = toldTextForms(contract, type);
  const differencesIn = (record: JsonValue): Difference[] =>
    sequence.expectedOf(writer, sent).flatMap(({ pointer, value }) => {
      const [form, actual] = [forms.get(pointer.slice(1)), getAt(record, pointer)];
      if (!form || typeof value !== 'string' || typeof actual !== 'string') return [];
      // What the document does not say may be normalized, too.
      const expected = form.isExact ? value : form.apply(actual);
      return actual === expected ? [] : [{ pointer, expected, actual }];
    });
  const check = writer.creates ? 'created-is-readable' : 'update-is-visible';
  const seen = await sequence.read(
    subject,
    `read the ${type.name} with texts that may be normalized`,
    ({ record }) => record !== undefined && differencesIn(record).length === 0,
    sequence.limitFor(check, step.operation),
  );
  const differences = seen?.record === undefined ? [] : differencesIn(seen.record);
  if (!seen || differences.length === 0) return;
  const message = `the ${type.name} does not show a text in the form that the document says`;
  sequence.report(check, step, { records: [subject.record], steps: [step, seen.step], message, differences });
}
