import type { ClausePart } from '../../harness/core/clause-part.ts';
import type { Clause, Direction, SourceLocation } from '../../harness/core/model.ts';
import { SAMPLE_DOCUMENT, SAMPLE_FILE } from './sample-document.ts';

/** The place where `text` first occurs after `after`. */
export function place(after: string, text: string): SourceLocation {
  const index = SAMPLE_DOCUMENT.indexOf(text, SAMPLE_DOCUMENT.indexOf(after));
  if (index < 0) throw new Error(`no ${text} after ${after}`);
  const lines = SAMPLE_DOCUMENT.slice(0, index).split('\n');
  return { file: SAMPLE_FILE, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

const PARTS = {
  'query branch': { kind: 'parameter', in: 'query', name: 'branch' },
  'request body': { kind: 'request-body' },
  'response 201 body': { kind: 'response-body', status: '201', mediaType: 'application/json' },
  'response 204': { kind: 'response', status: '204' },
  'response default body': { kind: 'response-body', status: 'default', mediaType: 'application/json' },
} as const satisfies Readonly<Record<string, ClausePart>>;

function clause(
  operation: string,
  direction: Direction,
  part: keyof typeof PARTS,
  path: string,
  says: string,
  at: SourceLocation,
): Clause {
  const keyword = says.split(' ').at(-1) ?? '';
  return {
    id: `${operation} ${part} ${path} ${keyword}`,
    operation,
    direction,
    part: PARTS[part],
    instancePath: path,
    description: says,
    schemaPointer: `#/sample${path}/${keyword}`,
    location: at,
  };
}

const body = 'response 201 body';
export const clauses = {
  branch: clause('lend', 'request', 'query branch', '', 'query branch is required', place('/loans', 'required: true')),
  media: clause(
    'lend',
    'request',
    'request body',
    '',
    'the body is application/json',
    place('/loans', 'application/json'),
  ),
  requestNumber: clause(
    'lend',
    'request',
    'request body',
    '/number',
    'member number is an integer',
    place('Loan:', 'type: integer'),
  ),
  requestTitle: clause(
    'lend',
    'request',
    'request body',
    '/title',
    'member title has at least 1 character',
    place('Loan:', 'minLength'),
  ),
  number: clause('lend', 'response', body, '/number', 'member number is an integer', place('Loan:', 'type: integer')),
  range: clause('lend', 'response', body, '/number', 'member number is within int64', place('Loan:', 'format: int64')),
  title: clause('lend', 'response', body, '/title', 'member title is a string', place('Loan:', 'type: string')),
  failureCode: clause(
    'lend',
    'response',
    'response default body',
    '/code',
    'member code is required',
    place('Failure:', 'required: ['),
  ),
  failureMedia: clause(
    'lend',
    'response',
    'response default body',
    '',
    'the response is application/json',
    place('responses:\n    Failure', 'application/json'),
  ),
  returnStatus: clause('takeBack', 'response', 'response 204', '', 'the success is 204', place('/returns', '"204"')),
  returnCode: clause(
    'takeBack',
    'response',
    'response default body',
    '/code',
    'member code is within int32',
    place('Failure:', 'format: int32'),
  ),
};
