import type { Case, Clause, Expectation, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { createTestCase } from '../requests/test-case.ts';
import { withFreshUniqueFields } from '../requests/unique-fields.ts';
import type { UniqueValues } from '../requests/unique-values.ts';

/** A request to send, in the contract's terms. */
export interface CaseSpec {
  readonly id: string;
  readonly draft: RequestSpec;
  readonly intent: Expectation;
  readonly about: readonly Clause[];
  /** True where the identifying value is what is tested. */
  readonly fixedIdentity?: boolean;
  /** JSON Pointer of the value in the body that is tested. */
  readonly tested?: string;
  /** True where it is sent without credentials. */
  readonly anonymous?: boolean;
}

/** What the systematic cases of one operation are made from. */
export interface BoundaryContext {
  readonly contract: Contract;
  readonly fresh: UniqueValues;
  readonly operation: Operation;
  /** A valid request with all that is required and no more. */
  readonly least: RequestSpec;
  /** A valid request with everything that is declared. */
  readonly full: RequestSpec;
}

/** Makes the case; its identifying values are fresh unless they are what is tested. */
export function createBoundaryCase({ contract, fresh, operation }: BoundaryContext, planned: CaseSpec): Case {
  const { id, intent, about, fixedIdentity = false, anonymous = false, tested } = planned;
  const draft = fixedIdentity
    ? planned.draft
    : (withFreshUniqueFields(contract, fresh, operation, planned.draft) ?? planned.draft);
  const origin = { suite: 'generated', kind: 'systematic', location: about[0]?.location };
  return createTestCase(contract, fresh, {
    id,
    operation,
    draft,
    intent,
    about,
    origin,
    fixedIdentity,
    tested,
    anonymous,
  });
}
