import { isSuccess } from '../checks/answer.ts';
import { parts } from '../contract/clauses.ts';
import { isJsonType } from '../contract/media-type.ts';
import { join } from '../contract/pointer.ts';
import type { Answer, Case, Clause, Fault, Finding, MediaType, Operation, Outcome, ResponseSpec } from '../model.ts';
import { authorize } from './authorize.ts';
import { DreddError } from './dredd/dredd-error.ts';
import { type DreddWorker, startDredd } from './dredd/drive.ts';
import type { DreddComplaint, DreddResult, DreddTransaction, StatusRange } from './dredd/protocol.ts';
import { toDraft07 } from './dredd-schema.ts';
import { exampleCases } from './examples.ts';
import { inconclusive } from './inconclusive.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Dredd on every documented response of every operation, with the accepted and refused examples. Its thread starts to load Dredd at once. */
export function createDreddSuite(): Suite {
  const worker = startDredd();
  return { name: 'dredd', run: (context) => runDredd(context, worker), close: () => worker.stop() };
}

interface Planned {
  readonly case: Case;
  readonly transaction: DreddTransaction;
}

async function* runDredd(context: SuiteContext, worker: DreddWorker): AsyncIterable<Outcome> {
  const possible = exampleCases(context).flatMap((each, index) => plan(context, each, index));
  if (possible.length === 0) return context.leaveOut('no example gives a request that Dredd could send');
  const planned = possible.filter(({ case: asked }) => context.asks?.(asked) ?? true);
  if (planned.length === 0) return;
  const byId = new Map(planned.map((each) => [each.transaction.id, each]));
  const results = worker.run({
    endpoint: context.target.baseUrl,
    transactions: planned.map(({ transaction }) => transaction),
    timeoutMs: context.timeout,
    ...(context.transport ? { transport: context.transport } : {}),
    signal: context.signal,
  });
  try {
    for await (const result of results) {
      const known = byId.get(result.id);
      byId.delete(result.id);
      if (known) yield toOutcome(context, known.case, result);
      if (performance.now() > context.deadline) return context.leaveOut('the time of --max-time was over');
    }
  } catch (error) {
    if (context.signal.aborted) return context.leaveOut('the run was stopped', byId.size);
    if (!(error instanceof DreddError)) throw error;
    for (const { case: asked } of byId.values()) yield couldNotAsk(context, asked, error.message);
  }
}

function couldNotAsk(context: SuiteContext, asked: Case, reason: string): Outcome {
  return toOutcome(context, asked, { id: asked.id, verdict: 'error', errors: [], reason, ms: 0 });
}

/** Dredd sends bodies as text, and one value a header; what it cannot send as it stands is the other suites' part. */
function plan(context: SuiteContext, example: Case, index: number): Planned[] {
  const chosen = example.intent === 'accept' ? (example.freshen?.(0) ?? example) : example;
  const asked = authorize(chosen, context.credentials);
  const { request, operation } = asked;
  const body = Buffer.from(request.body ?? []).toString('utf8');
  if (!Buffer.from(body).equals(Buffer.from(request.body ?? []))) return [];
  const expected = expectedResponses(operation, asked);
  const [first] = expected;
  if (!first) return [];
  const type = first.content.find(({ type: each }) => isJsonType(each)) ?? first.content[0];
  const [statuses, ...more] = expected.flatMap((response) => statusRanges(operation, response));
  if (!statuses) return [];
  const transaction: DreddTransaction = {
    id: String(index),
    name: asked.id,
    method: request.method,
    uri: request.path,
    headers: request.headers.map(([name, value]) => ({ name, value })),
    body,
    expected: {
      statuses: [statuses, ...more],
      headers: type && isJsonType(type.type) ? [{ name: 'Content-Type', value: type.type }] : [],
      bodySchema: bodySchema(context, type),
    },
  };
  return [{ case: asked, transaction }];
}

function bodySchema({ contract }: SuiteContext, type: MediaType | undefined): unknown {
  return type?.schema && isJsonType(type.type) ? toDraft07(contract.document, type.schema) : undefined;
}

/** The documented successes of an accepted example, the documented errors of a refused one. */
function expectedResponses(operation: Operation, { intent }: Case): ResponseSpec[] {
  const successes = operation.responses.filter(({ key }) => /^[23]/.test(key));
  const errors = operation.responses.filter(({ key }) => key === 'default' || /^[45]/.test(key));
  if (intent !== 'accept') return errors.slice(-1);
  return successes.length > 0 ? successes.slice(0, 1) : errors.filter(({ key }) => key === 'default');
}

function statusRanges(operation: Operation, { key }: ResponseSpec): StatusRange[] {
  if (/^\d{3}$/.test(key)) return [{ from: Number(key), to: Number(key) }];
  if (key !== 'default') return [{ from: Number(key[0]) * 100, to: Number(key[0]) * 100 + 99 }];
  const documentsSuccess = operation.responses.some((response) => /^2/.test(response.key));
  return [{ from: documentsSuccess ? 400 : 200, to: 599 }];
}

function toOutcome(context: SuiteContext, asked: Case, result: DreddResult): Outcome {
  const judged = judge(context, asked, result);
  const doubt = judged.verdict === 'fail' ? doubtOf(asked, result) : undefined;
  if (doubt === undefined) return judged;
  const doubted = inconclusive(judged, doubt);
  if (!asksCredentials(result)) return doubted;
  return context.acquaintance.accepting.has(asked.operation.id) ? judged : { ...doubted, ifAccepting: judged };
}

function judge(context: SuiteContext, asked: Case, result: DreddResult): Outcome {
  const answer = toAnswer(result);
  const response = 'fault' in answer ? undefined : asked.operation.response(answer.status);
  const found = result.verdict === 'fail' ? toFindings(context, asked, result, response) : [];
  const findings = context.grade
    ? found.flatMap((finding) => context.grade?.(asked.operation.id, finding) ?? [])
    : found;
  const forgiven = result.verdict === 'fail' && findings.every(({ severity }) => severity !== 'error');
  const verdict = forgiven ? 'pass' : result.verdict;
  const accepted = result.actual && isSuccess(asked.operation, result.actual.statusCode);
  return {
    suite: 'dredd',
    case: asked.id,
    operation: asked.operation.id,
    intent: asked.intent,
    verdict,
    findings,
    effect: accepted ? 'accepted' : verdict === 'pass' ? 'refused' : undefined,
    exercised: verdict === 'error' ? [] : exercised(context, asked, response),
    ms: result.ms,
    ...(result.reason === undefined || verdict === 'pass' ? {} : { reason: result.reason }),
    ...(verdict === 'pass' && findings.length === 0 ? {} : { exchange: { request: asked.request, answer } }),
  };
}

/** As for the other suites: what a service may lawfully ask for first proves nothing. */
function doubtOf(asked: Case, result: DreddResult): string | undefined {
  const { actual, errors } = result;
  if (asked.intent !== 'accept' || !actual) return undefined;
  if (errors.some(({ field }) => field === 'headers')) return undefined;
  if (actual.statusCode === 429) return 'the service limits the rate of requests (429)';
  if (actual.statusCode === 409) return 'the record is there already (409)';
  if (!asksCredentials(result)) return undefined;
  return `the service asks for credentials (${actual.statusCode}): pass --header 'Authorization: …'`;
}

function asksCredentials({ actual }: DreddResult): boolean {
  return actual?.statusCode === 401 || actual?.statusCode === 403;
}

function toAnswer({ actual, fault, reason, ms }: DreddResult): Answer | Fault {
  if (!actual) return { fault: fault ?? 'reset', detail: reason ?? 'no answer', ms };
  const headers = actual.headers.map(({ name, value }) => [name, value] as const);
  return {
    status: actual.statusCode,
    statusText: '',
    httpVersion: '1.1',
    headers,
    bytes: actual.body,
    complete: true,
    ms,
  };
}

function toFindings(
  context: SuiteContext,
  asked: Case,
  result: DreddResult,
  response: ResponseSpec | undefined,
): Finding[] {
  const { contract } = context;
  const { operation } = asked;
  if (result.errors.length === 0) {
    const clause = contract.clauseAt(operation, parts.answer, operation.pointer);
    return [{ check: 'dredd', clause, severity: 'error', message: `Dredd: ${result.reason ?? 'no answer'}` }];
  }
  // An answer of another status is another response; what Dredd then says of its body follows from that.
  const status = result.errors.filter(({ field }) => field === 'statusCode');
  return (status.length > 0 ? status : result.errors).map((complaint) => ({
    check: 'dredd',
    clause: clauseOf(context, asked, complaint, response),
    severity: 'error',
    message: `Dredd: ${complaint.message}`,
  }));
}

function clauseOf(
  { contract }: SuiteContext,
  asked: Case,
  { field, message }: DreddComplaint,
  response: ResponseSpec | undefined,
): Clause {
  const { operation } = asked;
  const asking = asked.exercises[0];
  if (field === 'statusCode' && asking) return asking;
  if (!response) return contract.clauseAt(operation, parts.answer, join(operation.pointer, 'responses'));
  if (field === 'headers')
    return contract.clauseAt(operation, parts.response(response), join(response.pointer, 'content'));
  const type = response.content.find((each) => isJsonType(each.type)) ?? response.content[0];
  if (!type) return contract.clauseAt(operation, parts.response(response), response.pointer);
  const part = parts.responseBody(response, type.type);
  const path = /At '([^']*)'/.exec(message)?.[1] ?? '';
  const inBody = contract.clausesOf(operation).filter((clause) => clause.part === part && clause.path === path);
  const missing = /required/i.test(message) ? inBody.find(({ id }) => id.endsWith('required')) : undefined;
  return missing ?? inBody[path === '' ? inBody.length - 1 : 0] ?? contract.clauseAt(operation, part, type.pointer);
}

function exercised({ contract }: SuiteContext, asked: Case, response: ResponseSpec | undefined): string[] {
  const answered = contract
    .clausesOf(asked.operation)
    .filter(({ part }) => response !== undefined && part === parts.response(response));
  return [...asked.exercises, ...answered].map(({ id }) => id);
}
