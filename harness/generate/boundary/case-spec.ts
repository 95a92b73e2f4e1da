import { jsonEqual } from '../../core/json/equal.ts';
import { getAllAt, getAt, parsePointer } from '../../core/json/pointer.ts';
import type { Case, CaseOrigin, Clause, Expectation, JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { replacesKnownValue } from '../requests/known-values.ts';
import { createTestCase, type SpecifiedCase } from '../requests/test-case.ts';
import { isReference, placeOf, withFreshUniqueFields } from '../requests/unique-fields.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { looksLikeIdentifier } from '../values/identifier-names.ts';

/** A case before its request is serialized. */
export interface CaseSpec {
  readonly id: string;
  readonly spec: RequestSpec;
  readonly expectation: Expectation;
  readonly targets: readonly Clause[];
  /** True if a unique field itself is under test. */
  readonly uniqueFieldUnderTest?: boolean;
  /** JSON Pointer of the value under test in the body. */
  readonly valueUnderTest?: string;
  /** As in {@link Case}. */
  readonly changeKind?: string;
  /** True if it is sent without credentials. */
  readonly withoutCredentials?: boolean;
  /** True if a parser may accept the request although it is invalid (RFC 8259 section 9). */
  readonly leniency?: boolean;
}

/** What the boundary cases of an operation are generated from. */
export interface BoundaryContext {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operation: Operation;
  /** A valid request with required parts only. */
  readonly requiredOnly: RequestSpec;
  /** A valid request with all declared parts. */
  readonly allParts: RequestSpec;
  /** True if the service accepted both. */
  readonly isEstablished?: boolean;
  /** True if its requests change or delete a record: they name no other one that may exist. */
  readonly changesRecord?: boolean;
  /** JSON Pointers of optional properties of the body that the service rejects: a request with them proves nothing else. */
  readonly rejectedProperties?: readonly string[];
}

/** Creates the case, with new values in its unique fields unless they are under test. */
export function createBoundaryCase(context: BoundaryContext, planned: CaseSpec): SpecifiedCase {
  const { contract, unique, operation } = context;
  const {
    id,
    targets,
    uniqueFieldUnderTest = false,
    withoutCredentials = false,
    leniency = false,
    valueUnderTest,
    changeKind,
  } = planned;
  const isFixed = uniqueFieldUnderTest && valueUnderTest === undefined;
  const renewed = isFixed
    ? undefined
    : withFreshUniqueFields(contract, unique, operation, planned.spec, valueUnderTest);
  const spec = renewed ?? planned.spec;
  return createTestCase(contract, unique, {
    id,
    operation,
    spec,
    expectation: expectationOf(context, planned),
    targets,
    origin: originOf(planned),
    uniqueFieldUnderTest,
    valueUnderTest,
    withoutCredentials,
    leniency,
    changeKind,
    ...(context.isEstablished ? { change: changeOf(context, planned) } : {}),
  });
}

/** Where a boundary case comes from: the document says what its first target requires. */
export function originOf({ targets }: Pick<CaseSpec, 'targets'>): CaseOrigin {
  return { suite: 'generated', kind: 'systematic', location: targets[0]?.location };
}

/** A service need not accept another value than the one that the user says it knows, nor a record that need not exist. */
function expectationOf(context: BoundaryContext, planned: CaseSpec): Expectation {
  const { unique, operation } = context;
  if (planned.expectation !== 'accept') return planned.expectation;
  const isOpen = namesOtherRecord(context, planned) || replacesKnownValue(planned.spec, unique.knownFor(operation.id));
  return isOpen ? 'any' : 'accept';
}

/** Whether the value under test is the identifier of a record, or has one, and not that of one that is known to exist. */
function namesOtherRecord(
  { unique, operation, allParts }: BoundaryContext,
  { valueUnderTest, spec }: CaseSpec,
): boolean {
  if (valueUnderTest === undefined) return false;
  const references = unique.referencesOf(operation.id);
  if (isReference(references, valueUnderTest)) return true;
  const value = getAt(spec.body ?? null, valueUnderTest);
  const isOther = (pointer: string, identifier: JsonValue) =>
    isReference(references, pointer) &&
    !getAllAt(allParts.body, parsePointer(placeOf(pointer))).some((known) => jsonEqual(known, identifier));
  return Array.isArray(value) && value.some((item, index) => isOther(`${valueUnderTest}/${index}`, item));
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
