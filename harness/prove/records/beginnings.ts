import { toJsonNumber } from '../../core/json/decimal.ts';
import { fitsPath } from '../../mock/world/records/record-shape.ts';
import { pathName } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RecordBehavior } from './record-mutation.ts';
import { creates, lists } from './record-mutator.ts';

const MANY = 30;
/** Beyond 2 to the power of 53, where no odd number is a double. */
const HUGE = toJsonNumber(9007199254740993n);

type Beginning = readonly [description: string, behavior: () => RecordBehavior];

/** What the records of a type may be before the first request. */
export function beginnings(contract: Contract, types: TypeWorld): Beginning[] {
  if (types.above.length > 0 || !lists(types) || !creates(types)) return [];
  const [identifier, ...others] = types.type.identifiers;
  const name = others.length === 0 && identifier?.types.includes('integer') ? identifier.name : undefined;
  const path = name === undefined ? undefined : new Map([[pathName(types.type.name, name), HUGE]]);
  const isValid = name !== undefined && fitsPath(contract, types.shape, name, HUGE);
  return [
    ['begins with many records', () => before(() => fill(types))],
    ['begins without records', () => before(() => types.empty())],
    ...(path && isValid
      ? [['counts from a number that is no double', () => before(() => types.makeUp(path))] as const]
      : []),
  ];
}

function fill(types: TypeWorld): void {
  types.first.populate(new Map());
  for (let count = 0; count < MANY; count++) types.makeUp(new Map());
}

/** Changes the records before the first request. */
function before(change: () => void): RecordBehavior {
  let isDone = false;
  return {
    before: () => {
      if (!isDone) change();
      isDone = true;
      return undefined;
    },
  };
}
