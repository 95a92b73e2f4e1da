import { randomUUID } from 'node:crypto';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, flattenRope } from '../../core/json/pointer.ts';
import type { Case, CaseOrigin, Clause, Expectation, MediaType, Operation } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { mayBeTolerated } from '../../openapi/clauses/tolerated.ts';
import type { Contract } from '../../openapi/contract.ts';
import { matchMediaType } from '../../openapi/media-type.ts';
import { buildRequest, type RequestSpec, requestMediaType } from './build-request.ts';
import { withFreshStrings, withFreshUniqueFields } from './unique-fields.ts';
import type { UniqueValues } from './unique-values.ts';
import { withVariedText } from './varied-text.ts';

export interface TestCaseInit {
  readonly id: string;
  readonly operation: Operation;
  readonly spec: RequestSpec;
  readonly expectation: Expectation;
  readonly origin: CaseOrigin;
  /** The clauses under test; a valid request also targets the clause of its body or operation. */
  readonly targets?: readonly Clause[];
  readonly expected?: Case['expected'] | undefined;
  /** True if missing credentials are under test. */
  readonly withoutCredentials?: boolean;
  /** True if a unique field is under test. */
  readonly uniqueFieldUnderTest?: boolean;
  /** JSON Pointer of the value under test in the body. */
  readonly valueUnderTest?: string | undefined;
  readonly change?: Case['change'];
  readonly changeKind?: string | undefined;
  /** True if a parser may accept the request although it is invalid. */
  readonly leniency?: boolean;
}

/** A case with the request as it was specified. */
export interface SpecifiedCase extends Case {
  readonly spec: RequestSpec;
  /** What it was made of. */
  readonly init: TestCaseInit;
  /** Returns the case with another request, e.g. one that refers to another record. */
  withSpec(spec: RequestSpec): SpecifiedCase;
}

export function isSpecified(testCase: Case): testCase is SpecifiedCase {
  return 'spec' in testCase && 'withSpec' in testCase;
}

/** Makes a case of a draft: its request, the clauses that it exercises, and how to repeat it with fresh identifying values. */
export function createTestCase(contract: Contract, unique: UniqueValues, given: TestCaseInit): SpecifiedCase {
  const { id, operation, spec, expectation, origin, expected } = given;
  const renewable = canHaveUniqueValues(contract, unique, given);
  return {
    id: flattenRope(`${operation.id}: ${id}`),
    operation,
    spec,
    init: given,
    request: buildRequest(operation, spec),
    expectation,
    targets: [
      ...new Set([
        ...(given.targets ?? []),
        ...(expectation === 'accept' ? acceptanceClauses(contract, operation, spec) : []),
      ]),
    ],
    origin,
    uniqueFieldUnderTest: given.uniqueFieldUnderTest ?? false,
    stringUnderTest: (given.valueUnderTest ?? spec.bytes ?? expected?.body) !== undefined,
    ...(given.withoutCredentials ? { withoutCredentials: true } : {}),
    ...(given.change ? { change: given.change } : {}),
    ...(isLenient(contract, given) ? { leniency: true } : {}),
    ...(given.changeKind === undefined ? {} : { changeKind: given.changeKind }),
    ...(expected === undefined ? {} : { expected }),
    withSpec: (other) => createTestCase(contract, unique, { ...given, spec: other }),
    ...(renewable
      ? {
          // A run that is repeated finds the values of its seed taken, so those that replace taken ones are new each time.
          withUniqueValues: (attempt) => {
            const own = unique.fork(`${operation.id}: ${id} ${attempt === 0 ? '' : randomUUID()}`);
            return createTestCase(contract, unique, { ...given, spec: withUniqueSpec(contract, own, given, attempt) });
          },
        }
      : {}),
  };
}

function isLenient(contract: Contract, { leniency, expectation, targets = [] }: TestCaseInit): boolean {
  if (leniency || expectation !== 'reject') return leniency === true;
  return targets.length > 0 && targets.every((clause) => mayBeTolerated(contract, clause));
}

function canHaveUniqueValues(
  contract: Contract,
  unique: UniqueValues,
  { operation, spec, uniqueFieldUnderTest, valueUnderTest }: TestCaseInit,
): boolean {
  if (uniqueFieldUnderTest && valueUnderTest === undefined) return false;
  if (spec.bytes === undefined && !Array.isArray(spec.body)) return isObject(spec.body);
  return withFreshUniqueFields(contract, unique, operation, spec, valueUnderTest) !== undefined;
}

/** Replaces unique fields, from attempt 2 on all strings, and varies a text under test, except those that an example expects back. */
function withUniqueSpec(contract: Contract, unique: UniqueValues, given: TestCaseInit, attempt: number): RequestSpec {
  const { operation, spec, valueUnderTest, expected, uniqueFieldUnderTest } = given;
  const all = attempt > 1 && expected?.body === undefined;
  const next =
    (all ? withFreshStrings : withFreshUniqueFields)(contract, unique, operation, spec, valueUnderTest) ?? spec;
  if (!all || !uniqueFieldUnderTest || valueUnderTest === undefined) return next;
  return withVariedText(contract, operation, { spec: next, at: valueUnderTest, word: unique.word() });
}

/** Returns the clause that a rejected valid request violates: that of the body, else of the operation. */
function acceptanceClauses(contract: Contract, operation: Operation, spec: RequestSpec): Clause[] {
  const type = declaredType(operation, spec);
  const carriesBody = type !== undefined && (spec.body !== undefined || spec.bytes !== undefined);
  if (carriesBody) return [contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer)];
  return [contract.clauseAt(operation, clauseParts.anyResponse, appendTokens(operation.pointer, 'responses'))];
}

/** The media type that the request names, or else the one in which bodies of the operation are sent. */
function declaredType(operation: Operation, { contentType }: RequestSpec): MediaType | undefined {
  const named = contentType ? matchMediaType(operation.requestBody?.content ?? [], contentType) : undefined;
  return named ?? requestMediaType(operation);
}
