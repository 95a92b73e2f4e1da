import { jsonEqual } from '../../core/json/equal.ts';
import type { Case, Clause, Expectation, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { createTestCase, type SpecifiedCase } from '../requests/test-case.ts';
import { withFreshUniqueFields } from '../requests/unique-fields.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { looksLikeIdentifier } from '../values/canonical-value.ts';

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
  /** True if a parser may accept the request although it is invalid (RFC 8259 section 9). */
  readonly leniency?: boolean;
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
  /** True if the service accepted both. */
  readonly isEstablished?: boolean;
  /** Names of optional properties of the body that the service refuses: a request with them proves nothing else. */
  readonly refusedProperties?: readonly string[];
}

/** Makes the case; its identifying values are fresh unless they are what is tested. */
export function createBoundaryCase(context: BoundaryContext, planned: CaseSpec): SpecifiedCase {
  const { contract, unique, operation } = context;
  const {
    id,
    expectation,
    targets,
    uniqueFieldUnderTest = false,
    withoutCredentials = false,
    leniency = false,
    valueUnderTest,
  } = planned;
  const isFixed = uniqueFieldUnderTest && valueUnderTest === undefined;
  const renewed = isFixed
    ? undefined
    : withFreshUniqueFields(contract, unique, operation, planned.spec, valueUnderTest);
  const spec = renewed ?? planned.spec;
  const origin = { suite: 'generated', kind: 'systematic', location: targets[0]?.location };
  return createTestCase(contract, unique, {
    id,
    operation,
    spec,
    expectation,
    targets,
    origin,
    uniqueFieldUnderTest,
    valueUnderTest,
    withoutCredentials,
    leniency,
    ...(context.isEstablished ? { change: changeOf(context, planned) } : {}),
  });
}

/** Whether a request refers to another record than its base: by its path, or by a property that names one. */
function changeOf(
  { allParts, operation }: BoundaryContext,
  { spec, valueUnderTest, uniqueFieldUnderTest }: CaseSpec,
): Case['change'] {
  if (!jsonEqual(spec.parameters.path, allParts.parameters.path)) return 'address';
  const property = valueUnderTest?.split('/').findLast((token) => !/^\d*$/.test(token)) ?? '';
  const isReference = !uniqueFieldUnderTest && looksLikeIdentifier(property);
  return isReference && operation.requestBody !== undefined ? 'address' : 'content';
}
