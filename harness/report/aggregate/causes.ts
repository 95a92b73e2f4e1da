import {
  CONTENT_TYPE,
  EXPECTED_OUTCOME,
  JSON_SYNTAX,
  LENIENT_PARSING,
  RESPONSE_SCHEMA,
  STATUS_CODE,
} from '../../core/check-ids.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Clause, HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import type { Cause, FindingGroup, Report } from '../../core/report.ts';
import type { SequenceStep } from '../../core/sequence.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { namedParts } from './named-parts.ts';
import { describeKind, maskValues } from './response-kind.ts';
import { StatusCounts } from './status-counts.ts';

/**
 * Groups findings that have one explanation: the same line of the document, such as that of a shared parameter, one kind
 * of response to several changes of an operation's request, or one message and response in several operations.
 * @param findings in the order in which their causes are to be listed
 */
export function causesOf(findings: readonly FindingGroup[]): Cause[] {
  const clusters = new Clusters();
  for (const finding of findings) clusters.add(finding.key, explanations(finding));
  return [...groupBy(findings, ({ key }) => clusters.clusterOf(key)).values()].map(toCause);
}

/** A cause with its findings: the one with the smallest request, and the others. */
export interface ExplainedFindings {
  readonly cause: Cause;
  readonly example: FindingGroup;
  readonly others: readonly FindingGroup[];
}

/** Returns the causes of a report with their findings. */
export function explainedFindings({ causes, findings }: Pick<Report, 'causes' | 'findings'>): ExplainedFindings[] {
  const byKey = new Map(findings.map((finding) => [finding.key, finding]));
  return causes.flatMap((cause) => {
    const [example, ...others] = cause.findings.flatMap((key) => byKey.get(key) ?? []);
    return example ? [{ cause, example, others }] : [];
  });
}

/** Returns the keys of what may explain a finding; findings with a key in common have one cause. */
function explanations(finding: FindingGroup): string[] {
  const { check, severity, outcome = '', operation, clause, message, sequence, cases } = finding;
  if (sequence) return [finding.key, ...lossesIn(sequence).map((change) => keyOf('lost', severity, change))];
  if (!finding.exchange) return [finding.key];
  if (check === LENIENT_PARSING) return [keyOf(check, severity, clause.part.kind)];
  const { request, response } = finding.exchange;
  const same = [check, severity, outcome];
  const { file, line, column } = clause.location;
  const isOfLine = clause.direction === 'response' && check !== STATUS_CODE;
  const { kind, words } = describeKind(response, request.path);
  const named = namedParts(request, response);
  return [
    // What a service rejects in an operation without a name, it rejects for one reason more often than not; it fails for several.
    ...(isAboutValue(finding)
      ? []
      : [keyOf('operation', ...same, kind, isServerError(response) ? words : '', named, operation)]),
    ...(isError(response) && OF_WHOLE_RESPONSE.has(check)
      ? [keyOf('responses', severity, operation, kind, words, named, ...cases)]
      : []),
    ...(isAbsentBody(finding, request) ? [keyOf('absent body', ...same)] : []),
    keyOf('line', ...(isOfLine ? [check, severity] : same), file, line, column),
    // Operations that miss their own constraints have no cause in common; those that miss what bodies are do.
    ...(outcome.startsWith('reject')
      ? [keyOf('body', ...same, isAboutBody(clause) ? clause.description : clause.id)]
      : [keyOf('message', ...same, kind, words, named, maskValues(message))]),
  ];
}

/** The changes of a record that a sequence ends with losing, as method and path: whatever was done to it in between, one of them lost it. */
function lossesIn(sequence: readonly SequenceStep[]): string[] {
  const last = sequence.at(-1);
  if (!last || !isResponse(last.response) || !GONE.has(last.response.status)) return [];
  const lost = pathOf(last.request);
  const own = new Set(last.inPath.map(({ segment }) => segment));
  const path = lost.split('/').map((segment, index) => (own.has(index) ? '*' : segment));
  return sequence.flatMap(({ request, response }) => {
    const isChange = CHANGING.has(request.method) && isResponse(response) && response.status < 300;
    return isChange && pathOf(request) === lost ? [`${request.method} ${path.join('/')}`] : [];
  });
}

const GONE: ReadonlySet<number> = new Set([404, 410]);
const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH']);

function pathOf({ path }: HttpRequest): string {
  return path.split('?')[0] ?? '';
}

/** What is wrong with a response whatever its body says: all of it, if it is the page of a router or a proxy. */
const OF_WHOLE_RESPONSE: ReadonlySet<string> = new Set([EXPECTED_OUTCOME, STATUS_CODE, CONTENT_TYPE, JSON_SYNTAX]);

function isError(response: HttpResponse | TransportError): boolean {
  return isResponse(response) && response.status >= 400;
}

function isServerError(response: HttpResponse | TransportError): boolean {
  return isResponse(response) && response.status >= 500;
}

/** True if a response has a wrong value: other wrong values in it have causes of their own, other missing properties have not. */
function isAboutValue({ check, clause: { schemaPointer } }: FindingGroup): boolean {
  return (
    check === RESPONSE_SCHEMA &&
    !/\/(required\/\d+|(additional|unevaluated)Properties|(one|any)Of)$/.test(schemaPointer)
  );
}

/** True if a clause is about the body as a whole: its media type, its syntax or its type. */
function isAboutBody({ part, instancePath }: Clause): boolean {
  return part.kind === 'request-body' && instancePath === '';
}

/** True if a request without a body is rejected: a document that says nowhere that bodies are required has one cause. */
function isAbsentBody({ check, outcome, clause }: FindingGroup, { body }: HttpRequest): boolean {
  return check === EXPECTED_OUTCOME && outcome === 'accept 4xx' && isAboutBody(clause) && body === undefined;
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

function toCause(findings: readonly FindingGroup[]): Cause {
  const [first, ...others] = findings as readonly [FindingGroup, ...FindingGroup[]];
  const example = others.reduce((a, b) => (requestSize(b) < requestSize(a) ? b : a), first);
  const statuses = new StatusCounts();
  for (const group of findings) for (const { status, count } of group.statuses) statuses.add(status, count);
  return {
    severity: first.severity,
    count: findings.reduce((sum, { count }) => sum + count, 0),
    statuses: statuses.list(),
    operations: [...new Set(findings.map(({ operation }) => operation))],
    findings: [example, ...findings.filter((each) => each !== example)].map(({ key }) => key),
  };
}

function requestSize({ exchange, sequence = [] }: FindingGroup): number {
  const requests = exchange ? [exchange.request] : sequence.map(({ request }) => request);
  return requests.reduce((sum, { path, body }) => sum + path.length + (body?.length ?? 0), 0);
}

/** Items that are in one cluster if a chain of common keys connects them (union-find). */
class Clusters {
  private readonly parents = new Map<string, string>();

  add(item: string, keys: readonly string[]): void {
    for (const key of keys) {
      const [from, to] = [this.clusterOf(item), this.clusterOf(`key ${key}`)];
      if (from !== to) this.parents.set(from, to);
    }
  }

  /** Returns the representative of the item's cluster; shortens the way to it by half. */
  clusterOf(item: string): string {
    for (let at = item; ; ) {
      const parent = this.parents.get(at);
      if (parent === undefined) return at;
      const above = this.parents.get(parent);
      if (above === undefined) return parent;
      this.parents.set(at, above);
      at = above;
    }
  }
}
