import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { effectsOf } from '../../../../openapi/resources/prose/target.ts';
import type { Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { actionEffects } from '../steps/action-effect.ts';
import { type Difference, isSensitive } from '../steps/expected-properties.ts';
import type { Observation } from '../steps/observe.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence } from '../steps/sequence.ts';

/** Names of text that an action may well write or clear. */
const REMARK = /reason|comment|remark|resolution|result|draft|message|error|log|hint|remind|slug|url/i;

/** A step that is an action, with what reads showed before and after it. */
interface Acted {
  readonly step: Step;
  readonly before: JsonValue;
  readonly after: Observation;
}

/** Where it is known what an action does, such as to give an order the status `paid`, texts and lists of the client stay. */
export function reportLost(
  sequence: Sequence,
  action: ResourceOperation,
  record: LiveRecord,
  { step, before, after }: Acted,
): void {
  const { contract, reader, type } = sequence;
  const now = after.record;
  const told = new Set(effectsOf(contract, action.operation).map(({ property }) => property));
  const isKnown = reader && (told.size > 0 || actionEffects(contract, action, reader, before).length > 0);
  if (!isKnown || now === undefined) return;
  const asked = new Set((action.request?.properties ?? []).map(({ pointer }) => parsePointer(pointer).at(-1)));
  const skipped = new Set([
    ...type.references.map(({ at }) => at),
    ...(reader.response?.properties ?? []).flatMap(({ pointer, enumerated }) => (enumerated ? [pointer] : [])),
  ]);
  const sent = sequence.expectedOf(record.origin, record.sent).map(({ pointer }) => pointer.replace(/\/\*.*/, ''));
  const differences = [...new Set(sent)].flatMap((pointer): Difference[] => {
    const name = parsePointer(pointer).at(-1) ?? '';
    if (
      skipped.has(pointer) ||
      asked.has(name) ||
      told.has(name.toLowerCase()) ||
      REMARK.test(name) ||
      isSensitive(pointer)
    )
      return [];
    const [old, actual] = [getAt(before, pointer), getAt(now, pointer)];
    return old !== undefined && isLost(old, actual) ? [{ pointer, expected: old, actual }] : [];
  });
  if (differences.length === 0) return;
  const message = `properties of the ${type.name} that it is not about are lost`;
  sequence.report('action-is-visible', step, { records: [record], steps: [step, after.step], message, differences });
}

/** Text that only this record has became another one, or a list or an object lost its parts. */
function isLost(old: JsonValue, now: JsonValue | undefined): boolean {
  if (isUniqueText(old)) return now === undefined || now === null || !String(now).includes(String(old));
  const size = (value: JsonValue | undefined) => Object.keys(typeof value === 'object' ? (value ?? {}) : {}).length;
  return typeof old === 'object' && size(now) < size(old);
}
