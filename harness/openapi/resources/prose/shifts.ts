import { isNumber } from '../../../core/json/decimal.ts';
import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import { effectiveSchema, firstKeyword } from '../../schema/effective-schema.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { topName } from '../names.ts';
import { textAt } from '../text-at.ts';
import { shiftedBy, type ToldTarget, targetOf } from './target.ts';

/** A number of the record that an action is about, and what of its request is added to it or taken from it. */
export interface Shift {
  /** JSON Pointer of the amount below the envelope of the request. */
  readonly at: string;
  readonly sign: 1 | -1;
  /** JSON Pointer of the number below the envelope of a read. */
  readonly pointer: string;
  /** The status of a request that takes more than there is: `There is not enough stock`; undefined if the document tells none. */
  readonly shortage: number | undefined;
}

/** What the document says that an action adds to a number of its record: `Adds delta to the stock`. */
export function shiftOf(contract: Contract, action: ResourceOperation, type: ResourceType): Shift | undefined {
  const { operation, request } = action;
  for (const { pointer: at } of request?.properties ?? [])
    for (const effect of shiftedBy(contract, operation, topName(at) ?? '')) {
      const target = targetOf(effect, type, new Map());
      if (!target) continue;
      const { pointer } = target.property;
      const shortage = endsAtZero(contract, target) ? shortageStatus(contract, operation, effect.property) : undefined;
      return { at, sign: effect.change.sign, pointer, shortage };
    }
  return undefined;
}

const SHORTAGE = /\b(?:not enough|not sufficient|insufficient|too (?:little|few))\b/i;
const STATUSES: readonly string[] = ['409', '422', '400'];

function shortageStatus({ document }: Contract, { responses }: Operation, name: string): number | undefined {
  const found = responses.find(({ key, pointer }) => {
    const text = STATUSES.includes(key) ? textAt(document, pointer) : '';
    return SHORTAGE.test(text) && text.toLowerCase().includes(name);
  });
  return found && Number(found.key);
}

function endsAtZero({ document }: Contract, { reader, property: { pointer } }: ToldTarget): boolean {
  const schemas = (reader.response?.schemas ?? []).flatMap((whole) =>
    schemasAt(document, { whole, pointer, direction: 'response' }),
  );
  return schemas.some((schema) => {
    const minimum = firstKeyword(effectiveSchema(document, schema, 'response'), 'minimum');
    return isNumber(minimum) && Number(minimum) === 0;
  });
}
