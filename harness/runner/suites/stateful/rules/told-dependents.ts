import { getAt } from '../../../../core/json/pointer.ts';
import type { Operation } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceType } from '../../../../openapi/resources/model.ts';
import { takesAlong } from '../../../../openapi/resources/prose/cascade.ts';
import { conflictText } from '../../../../openapi/resources/prose/conflicts.ts';
import { protects } from '../../../../openapi/resources/prose/protection.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { textAt } from '../../../../openapi/resources/text-at.ts';
import { bodyOf } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';

/** Whether the document says that a record is not deleted while it has one of a type, in any state. */
export function mayBeKept(contract: Contract, deletion: Operation, type: ResourceType): boolean {
  const { words, operations } = type;
  if (isTakenAlong(contract, deletion, type)) return false;
  const text = conflictText(contract, deletion);
  const schemas = operations.find(({ creates }) => creates)?.response?.schemas ?? [];
  return text !== undefined && protects(words, text, true, stateProperty(contract, schemas)?.listed);
}

/** The same of a record, by the state that it was created in. */
export function isKept(contract: Contract, deletion: Operation, { type, origin, step }: LiveRecord): boolean {
  if (isTakenAlong(contract, deletion, type)) return false;
  const text = conflictText(contract, deletion);
  const states = stateProperty(contract, origin.response?.schemas ?? []);
  const shown = states && getAt(bodyOf(step) ?? null, `${origin.response?.envelope ?? ''}${states.pointer}`);
  const state = typeof shown === 'string' ? [shown] : [];
  return text !== undefined && protects(type.words, text, true, state, states?.listed);
}

/** Whether the document says that a deletion deletes the records of another type, too: `Delete an issue with its comments`. */
export function isTakenAlong({ document }: Contract, { pointer }: Operation, { words }: ResourceType): boolean {
  const texts = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword));
  return takesAlong(words, texts.join('. '));
}
