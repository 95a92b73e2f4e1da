import type { ClausePart } from '../../../harness/core/clause-part.ts';
import type { CaseResult, Clause, Finding } from '../../../harness/core/model.ts';

const REQUEST: ClausePart = { kind: 'request-body' };

export function clause(id: string, part = REQUEST, line = 1): Clause {
  const location = { file: 'a.yaml', line, column: 1 };
  return {
    id,
    operation: 'lend',
    direction: 'status' in part ? 'response' : 'request',
    part,
    schemaPointer: '#',
    location,
    instancePath: '',
    description: id,
  };
}

export const CLAUSES = [
  clause('taken'),
  clause('kept', { kind: 'response', status: '200' }, 5),
  clause('failed', { kind: 'response', status: 'default' }, 9),
];

export const [taken, kept] = CLAUSES as [Clause, Clause, Clause];
let count = 0;

export function outcome(parts: Partial<CaseResult> = {}): CaseResult {
  return {
    suite: 'examples',
    case: `lend: case ${++count}`,
    operation: 'lend',
    expectation: 'accept',
    status: 'pass',
    findings: [],
    disposition: 'accepted',
    coveredClauses: [],
    durationMs: 1,
    ...parts,
  };
}

export function finding(broken: Clause, parts: Partial<Finding> = {}): Finding {
  return { check: 'response-schema', clause: broken, severity: 'error', message: 'it is wrong', ...parts };
}

/** An outcome that failed, with a request of this many bytes. */
export function failed(size: number, ...findings: Finding[]): CaseResult {
  const request = { method: 'POST', path: '', headers: [], body: Buffer.alloc(size) };
  const exchange = { request, response: { kind: 'reset', detail: '', durationMs: 1 } as const };
  return outcome({ status: 'fail', findings, exchange });
}
