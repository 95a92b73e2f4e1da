import type { Case, Clause, Expectation, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { createTestCase } from '../requests/test-case.ts';
import { withFreshUniqueFields } from '../requests/unique-fields.ts';
import type { UniqueValues } from '../requests/unique-values.ts';

/** A request to send, in the contract's terms. */
export interface CaseSpec {
  readonly id: string;
  readonly spec: RequestSpec;
  readonly expectation: Expectation;
  readonly targets: readonly Clause[];
  /** True where the identifying value is what is tested. */
  readonly uniqueFieldUnderTest?: boolean;
  /** JSON Pointer of the value in the body that is tested. */
  readonly valueUnderTest?: string;
  /** True where it is sent without credentials. */
  readonly withoutCredentials?: boolean;
}

/** What the systematic cases of one operation are made from. */
export interface BoundaryContext {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operation: Operation;
  /** A valid request with all that is required and no more. */
  readonly requiredOnly: RequestSpec;
  /** A valid request with everything that is declared. */
  readonly allParts: RequestSpec;
}

/** Makes the case; its identifying values are fresh unless they are what is tested. */
export function createBoundaryCase({ contract, unique, operation }: BoundaryContext, planned: CaseSpec): Case {
  const {
    id,
    expectation,
    targets,
    uniqueFieldUnderTest = false,
    withoutCredentials = false,
    valueUnderTest,
  } = planned;
  const spec = uniqueFieldUnderTest
    ? planned.spec
    : (withFreshUniqueFields(contract, unique, operation, planned.spec) ?? planned.spec);
  const origin = { suite: 'generated', kind: 'systematic', location: targets[0]?.location };
  return createTestCase(contract, unique, {
    id,
    operation,
    spec: spec,
    expectation,
    targets,
    origin,
    uniqueFieldUnderTest,
    valueUnderTest,
    withoutCredentials,
  });
}
