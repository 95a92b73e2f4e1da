import { randomUUID } from 'node:crypto';
import { flattenRope } from '../../core/json/flat.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Case, CaseOrigin, Clause, Expectation, Operation } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { buildRequest, type RequestSpec, requestMediaType } from './build-request.ts';
import { withFreshStrings } from './renewal.ts';
import { withFreshUniqueFields } from './unique-fields.ts';
import type { UniqueValues } from './unique-values.ts';

export interface TestCaseInit {
  readonly id: string;
  readonly operation: Operation;
  readonly draft: RequestSpec;
  readonly intent: Expectation;
  readonly origin: CaseOrigin;
  /** What the case is about; the clauses of all that a valid request exercises are added. */
  readonly about?: readonly Clause[];
  readonly expected?: Case['expected'] | undefined;
  /** True where it is about the absence of credentials. */
  readonly anonymous?: boolean;
  /** True where the value that is tested identifies the record. */
  readonly fixedIdentity?: boolean;
  /** JSON Pointer of the value in the body that is tested. */
  readonly tested?: string | undefined;
}

/** Makes a case of a draft: its request, the clauses that it exercises, and how to repeat it with fresh identifying values. */
export function createTestCase(contract: Contract, fresh: UniqueValues, given: TestCaseInit): Case {
  const { id, operation, draft, intent, origin, expected } = given;
  const renewable = intent !== 'reject' && isRenewable(contract, fresh, given);
  return {
    id: flattenRope(`${operation.id}: ${id}`),
    operation,
    request: buildRequest(operation, draft),
    intent,
    exercises: [
      ...new Set([...(given.about ?? []), ...(intent === 'accept' ? validClauses(contract, operation, draft) : [])]),
    ],
    origin,
    fixedIdentity: given.fixedIdentity ?? false,
    fixedValue: (given.tested ?? draft.bytes ?? expected?.body) !== undefined,
    ...(given.anonymous ? { anonymous: true } : {}),
    ...(expected === undefined ? {} : { expected }),
    ...(renewable
      ? {
          // A run that is repeated finds the values of its seed taken, so those that replace taken ones are new each time.
          freshen: (attempt) => {
            const own = fresh.fork(`${operation.id}: ${id} ${attempt === 0 ? '' : randomUUID()}`);
            return createTestCase(contract, fresh, { ...given, draft: refreshed(contract, own, given, attempt) });
          },
        }
      : {}),
  };
}

function isRenewable(
  contract: Contract,
  fresh: UniqueValues,
  { operation, draft, fixedIdentity, tested }: TestCaseInit,
): boolean {
  if (fixedIdentity && tested === undefined) return false;
  if (draft.bytes === undefined) return isObject(draft.body);
  return withFreshUniqueFields(contract, fresh, operation, draft, tested) !== undefined;
}

/** What an example wants back stays as it is, but for what identifies the record. */
function refreshed(contract: Contract, fresh: UniqueValues, given: TestCaseInit, attempt: number): RequestSpec {
  const { operation, draft, tested, expected } = given;
  const all = attempt > 1 && expected?.body === undefined;
  const next = (all ? withFreshStrings : withFreshUniqueFields)(contract, fresh, operation, draft, tested);
  return next ?? draft;
}

/** A valid request that is refused breaks the clause of what it carries: the body first, else the operation itself. */
function validClauses(contract: Contract, operation: Operation, draft: RequestSpec): Clause[] {
  const type = requestMediaType(operation);
  const carriesBody = type !== undefined && (draft.body !== undefined || draft.bytes !== undefined);
  if (carriesBody) return [contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer)];
  return [contract.clauseAt(operation, clauseParts.answer, appendTokens(operation.pointer, 'responses'))];
}
