import * as z from 'zod';
import { clause, location } from './clause-schema.ts';
import { count, exchange, milliseconds, step } from './exchange-schema.ts';

/** Identifies a file as a report. */
export const REPORT_FORMAT = 'contract-report';

/** Of a document with more, those are listed that tell what to do. */
export const MAX_LISTED_CLAUSES = 10_000;

/** Raised with every change of the format that a reader would notice. */
export const REPORT_VERSION = 2;

const finding = {
  check: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  changeKind: z.string().optional().describe('The kind of change that showed it.'),
  instancePath: z.string().optional().describe('JSON Pointer of the value in the response body.'),
  known: z.literal(true).optional().describe('The baseline has it.'),
  consequenceOf: z
    .string()
    .optional()
    .describe('Key of the finding that explains it: the response shows what an invalid request stored.'),
  outcome: z
    .string()
    .optional()
    .describe('Expectation and class of the status, e.g. `accept 4xx`; the status of one that is undocumented.'),
  sequence: z.array(step).optional().describe('The requests that together show it, in their order.'),
};

const statuses = z
  .array(z.strictObject({ status: z.string().describe('E.g. `404` or `timeout`.'), count }))
  .describe('The count by status of the response or kind of transport error.');

const findingGroup = z
  .strictObject({
    key: z.string().describe('Stable over runs and seeds.'),
    operation: z.string(),
    ...finding,
    clause,
    count,
    statuses,
    suites: z.array(z.string()),
    changeKinds: z
      .array(z.string())
      .optional()
      .describe('The kinds of change that showed it, e.g. `absent` or a JSON type.'),
    cases: z.array(z.string()).describe('The first cases that have it; the first one has the smallest request.'),
    exchange: exchange.optional(),
    script: z
      .string()
      .optional()
      .describe('A shell script that sends the sequence again, or creates the records of the request before it.'),
  })
  .meta({ id: 'finding', description: 'A finding, however many requests have it.' });

const cause = z
  .strictObject({
    severity: finding.severity,
    count: count.describe('Sum of the counts of its findings.'),
    statuses,
    operations: z.array(z.string()),
    findings: z.array(z.string()).describe('Keys of its findings; the first one has the smallest request.'),
  })
  .meta({ id: 'cause', description: 'Findings that have one explanation.' });

const coverage = z.strictObject({
  clause,
  state: z.enum(['covered', 'violated', 'uncovered']),
  count,
  reason: z.string().optional().describe('Why it is not covered.'),
  notEvaluated: z.literal(true).optional().describe('It was reached, and takes too long to evaluate on the values.'),
  notChecked: z.literal(true).optional().describe('Nothing that is sent or received shows whether it is satisfied.'),
});

const operation = z.strictObject({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  location,
  sent: count,
  accepted: count,
  rejected: count,
  verified: z.boolean(),
  reason: z.string().optional().describe('Why it is not verified, with what to do.'),
  notReached: z.string().optional().describe('Why the run ended before it was tested, or tested completely.'),
  unique: z
    .array(z.string())
    .optional()
    .describe('Properties of its body that the service was seen to require to be unique.'),
  known: z
    .boolean()
    .optional()
    .describe(
      'Whether the verdict does not depend on it: the baseline has it as not verified, nobody sent it, or no sequence of requests needs it.',
    ),
});

const resource = z.strictObject({
  name: z.string(),
  stages: z.array(
    z.strictObject({
      stage: z.enum(['created', 'read', 'updated', 'deleted']),
      operations: z.array(z.string()).describe('Ids of the operations that lead to it.'),
      missing: z.string().optional().describe('Why no record got there. Absent: an operation succeeded.'),
    }),
  ),
});

const suite = z.strictObject({
  name: z.string(),
  pass: count,
  fail: count,
  error: count,
  skip: count,
  durationMs: milliseconds,
  notSent: z
    .strictObject({ cases: count, isLowerBound: z.boolean() })
    .optional()
    .describe('Cases that were planned but not sent. Absent: none.'),
  skippedReasons: z.array(z.string()).optional().describe('What the suite skipped, and why.'),
});

const shard = z.strictObject({ number: count, count });

const baselineFinding = z.strictObject({
  operation: z.string(),
  check: z.string(),
  clause: z.string().describe('Id of a clause; empty for an operation that is not verified.'),
  outcome: finding.outcome,
  changeKinds: z.array(z.string()).optional().describe('The kinds of change for which it is accepted. Absent: all.'),
  description: z.string(),
  stillPresent: z.boolean(),
});

const unspecified = z.strictObject({ pointer: z.string(), location, description: z.string() });

/** Thousands of results name the same clauses. */
const clauseReference = z.union([count, clause]).describe('Index into coverage; the whole clause if it is not there.');
const clauseIdReference = z.union([count, z.string()]).describe('Index into coverage; the id if it is not there.');

const result = z
  .strictObject({
    suite: z.string(),
    case: z.string(),
    operation: z.string(),
    expectation: z.enum(['accept', 'reject', 'any']),
    status: z
      .enum(['pass', 'fail', 'error', 'skip'])
      .describe('error: not sent; skip: sent, and the response is inconclusive.'),
    disposition: z.enum(['accepted', 'rejected']).optional(),
    findings: z.array(z.strictObject({ ...finding, clause: clauseReference })),
    coveredClauses: z.array(clauseIdReference),
    inconclusiveReason: z.string().optional(),
    get shrunk() {
      return z
        .array(z.strictObject({ key: z.string(), result }))
        .optional()
        .describe('Only in a shard.');
    },
    exchange: exchange.optional(),
    durationMs: milliseconds,
    inconclusive: z
      .enum(['credentials', 'record'])
      .optional()
      .describe('What a skip depends on as long as it is open; only in a shard.'),
  })
  .meta({ id: 'result', description: 'A case with its status.' });

/** The format of the JSON report; the published schema is generated from it. */
export const reportFile = z
  .strictObject({
    format: z.literal(REPORT_FORMAT),
    version: z.literal(REPORT_VERSION),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    spec: z.strictObject({ file: z.string(), overlays: z.array(z.string()) }),
    target: z.string().describe('Base URL of the service.'),
    seed: z.number(),
    shard: shard.optional().describe('The shard of the cases: number 2 of 4. Absent: all.'),
    repeated: z
      .strictObject({
        cases: count,
        open: count.describe('How many of them were not sent, or proved nothing.'),
        operations: z.array(z.string()).describe('Those that are repeated as a whole.'),
      })
      .optional()
      .describe('The cases of an earlier run that this one repeats. Absent: it repeats none.'),
    notes: z.array(z.string()).optional().describe('Facts about the run, e.g. that the service became slow.'),
    baseline: z.array(baselineFinding).optional().describe('The known findings. Absent: no baseline.'),
    started: z.string().describe('ISO 8601.'),
    durationMs: milliseconds,
    verdict: z
      .enum(['passed', 'failed', 'unverified', 'not-run'])
      .describe('passed: exit code 0; failed, unverified: 1; not-run: 2.'),
    summary: z.string(),
    suites: z.array(suite),
    operations: z.array(operation),
    resources: z
      .array(resource)
      .optional()
      .describe('The resource types with the life of their records; present if sequences of requests were sent.'),
    findings: z.array(findingGroup),
    causes: z.array(cause).describe('The findings by what explains them.'),
    clauses: z
      .strictObject({ covered: count, violated: count, uncovered: count })
      .describe('How many clauses the document has, by state.'),
    coverage: z
      .array(coverage)
      .describe(
        `The clauses. Of a document with more than ${MAX_LISTED_CLAUSES}: those that are violated, and those of requests that are not covered; all with --full.`,
      ),
    unspecified: z.array(unspecified),
    sources: z.array(z.strictObject({ file: z.string(), text: z.string() })),
    results: z.array(result).describe('Cases with findings or without a conclusion; all with --full.'),
  })
  .meta({
    title: `Contract report, version ${REPORT_VERSION}`,
    description: 'Result of `contract verify`. Values of credentials are ***.',
  });

export type ReportFile = z.output<typeof reportFile>;
export type ResultEntry = z.output<typeof result>;
