import type { Case } from '../../core/model.ts';
import { isSpecified, type SpecifiedCase } from '../../generate/requests/test-case.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import type { Step } from './journal.ts';
import { type Lease, moveTo, type Sharing } from './lease.ts';

/** The live records that the requests of one operation name. */
export interface Tenancy {
  readonly operation: ResourceOperation;
  sharing: Sharing;
  /** Whose identifiers are in the requests that cases are made from. */
  readonly first: Lease;
  /** Those that no case is using. */
  readonly free: Lease[];
  readonly waiting: ((lease: Lease) => void)[];
  current: Lease;
  isFirstUsed: boolean;
  /** Whether a request about its records was accepted. */
  hasAccepted: boolean;
  renewals: number;
  renewing: Promise<void> | undefined;
}

/** A case that is ready to be sent, and the live records that it names, if it does. */
export interface Prepared {
  readonly case: Case;
  readonly tenancy?: Tenancy;
  readonly lease?: Lease;
  /** The read that showed on what it is conditional. */
  readonly read?: Step;
  /** What was done to the record to see whether the case is accepted then. */
  readonly before?: ResourceOperation;
}

export function newTenancy(operation: ResourceOperation, sharing: Sharing, first: Lease): Tenancy {
  const unused = {
    isFirstUsed: false,
    hasAccepted: false,
    renewals: 0,
    renewing: undefined,
    free: [first],
    waiting: [],
  };
  return { operation, sharing, first, current: first, ...unused };
}

/** A case that names the records of another lease. */
export function move(tenancy: Tenancy, testCase: SpecifiedCase, lease: Lease, from: Lease = tenancy.first): Prepared {
  const moved = lease === from ? testCase : testCase.withSpec(moveTo(testCase.spec, from, lease));
  return { case: moved, tenancy, lease };
}

/** A case that was sent, with the records of the requests that cases are made from: others can take their place again. */
export function onFirstRecords(sent: Case, { tenancy, lease }: Prepared): Case {
  return tenancy && lease && isSpecified(sent) ? move(tenancy, sent, tenancy.first, lease).case : sent;
}

/** A lease that no case is using; waits for one. */
export async function take({ free: unused, waiting }: Tenancy): Promise<Lease> {
  return unused.shift() ?? new Promise((resolve) => waiting.push(resolve));
}

/** Gives a lease to the first who waits, or back. */
export function free({ free: unused, waiting }: Tenancy, lease: Lease): void {
  const next = waiting.shift();
  if (next) next(lease);
  else unused.push(lease);
}

/** Many services reject an action that a new record does not take as invalid (400, 422). */
export function mayBeInOtherState({ hasAccepted, operation: { role } }: Tenancy, status: number): boolean {
  return status === 409 || (!hasAccepted && role === 'action' && (status === 400 || status === 422));
}
