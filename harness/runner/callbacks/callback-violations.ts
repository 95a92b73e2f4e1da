import type { SeverityPolicy } from '../../checks/severity.ts';
import { CALLBACK_REQUEST } from '../../core/check-ids.ts';
import type { CaseResult, Finding, Operation } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { RunFinding } from '../../core/report.ts';
import type { Callback } from '../../openapi/callbacks.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RequestViolation } from '../../openapi/request/request-violation.ts';

/** Findings of one clause that are kept as evidence; all others are the same. */
const MAX_EVIDENCE = 25;
const MAX_SHOWN_CHARS = 200;

/** Collects what received callbacks violate. */
export class CallbackViolations {
  private readonly contract: Contract;
  private readonly byKey = new Map<string, { readonly finding: Finding; readonly owner: Operation; count: number }>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  add(owner: Operation, callback: Callback, request: ReceivedRequest, violation: RequestViolation): void {
    const { operation, name } = callback;
    const clause = violation.clause ?? this.contract.clauseAt(operation, clauseParts.requestBody(), operation.pointer);
    // What credentials a receiver is sent was agreed elsewhere.
    if (clause.part.kind === 'security') return;
    const finding: Finding = {
      check: CALLBACK_REQUEST,
      clause,
      severity: 'error',
      message: `callback ${name}: ${violation.message}`,
      expected: 'a request as documented',
      actual: describe(request),
    };
    const key = findingKey(owner.id, finding);
    const known = this.byKey.get(key) ?? { finding, owner, count: 0 };
    known.count++;
    this.byKey.set(key, known);
  }

  /** Returns the findings by their final severity. */
  findings(policy: SeverityPolicy = (_, finding) => finding): RunFinding[] {
    return [...this.byKey.values()].flatMap(({ finding: found, owner, count }) => {
      const finding = policy(owner.id, found);
      if (!finding) return [];
      const evidence = Array.from({ length: Math.min(count, MAX_EVIDENCE) }, () => evidenceOf(owner, finding));
      return [{ finding, evidence }];
    });
  }
}

function evidenceOf(owner: Operation, finding: Finding): CaseResult {
  return {
    suite: 'callbacks',
    case: `${owner.id}: ${finding.clause.operation}`,
    operation: owner.id,
    expectation: 'any',
    status: finding.severity === 'error' ? 'fail' : 'pass',
    findings: [finding],
    disposition: undefined,
    coveredClauses: [],
    durationMs: 0,
  };
}

function describe({ method, target, body }: ReceivedRequest): string {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_SHOWN_CHARS)).toString('utf8');
  return `${method} ${target}${text === '' ? '' : ` ${text}`}`;
}
