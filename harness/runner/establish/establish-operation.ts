import { documentsSuccess } from '../../checks/response.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { CaseResult } from '../../core/model.ts';
import { allPartsCase, requiredPartsCase, withAddressOf } from '../../generate/boundary/boundary-cases.ts';
import type { BoundaryContext } from '../../generate/boundary/case-spec.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { withLowestNumbers } from './lowest-numbers.ts';
import { otherChoices } from './other-choices.ts';
import { isSame, type OptionalPart, optionalParts } from './parts.ts';
import {
  type DecisivePart,
  findNeededPart,
  findRejectedPart,
  isAccepted,
  type Search,
  validCase,
  withParts,
} from './search.ts';
import { addBody } from './with-body.ts';

/** The requests from which the cases of an operation are derived; undefined if the service accepts none. */
export interface EstablishedBase {
  readonly context: BoundaryContext;
  /** A request that the service accepted, to be sent again if its record may be gone. */
  readonly accepted: SpecifiedCase;
  /** Ids of the cases that were sent, so that they are not sent twice. */
  readonly sent: ReadonlySet<string>;
  /** How many results were reported. */
  readonly resultCount: number;
}

/** What was found out about the base of an operation, and the results that are reported. */
export interface Establishment {
  readonly base: EstablishedBase | undefined;
  /** Why there is no base. */
  readonly reason?: string;
  readonly results: readonly CaseResult[];
}

const NO_SUCCESS = 'the document has no success response for it: add one';
/** Rejected optional parts of an operation that are looked for. */
const MAX_REFUSED_PARTS = 4;
const MAX_EXAMPLES = 2;
/** All parts but one are tried for this many. */
const MAX_WITHOUT = 4;

/** What a search begins with. */
export interface Given {
  readonly context: BoundaryContext;
  /** The required parts with a small body, where the document does not require one. */
  readonly withBody: RequestSpec | undefined;
  /** Requests that are to be accepted, with values that the service may know. */
  readonly examples: readonly SpecifiedCase[];
  /** The result of a rejected request, with the clause of the part that is its cause. */
  readonly attribute: (decisive: DecisivePart) => CaseResult;
}

/** Finds a request that the service accepts now: the required parts, examples, all parts, all parts but one. */
export function* establishOperation(given: Given): Search<Establishment> {
  const { context, examples } = given;
  const plain = requiredPartsCase(context);
  const first = yield plain;
  if (!documentsSuccess(context.operation)) return failed([withoutSuccess(first)]);
  if (isAccepted(first)) return yield* establishAll(given, plain, [first]);
  if (statusOf(first.exchange) === 409)
    for (const { name, value, context: chosen } of otherChoices(context)) {
      const testCase = validCase(chosen, chosen.requiredOnly, `valid request with ${name} ${stringifyJson(value)}`);
      const result = yield testCase;
      if (isAccepted(result)) return yield* establishAll({ ...given, context: chosen }, testCase, [result]);
    }
  if (isFinal(first)) return failed([first]);
  const lower = isOfState(first) ? withLowestNumbers(context) : undefined;
  if (lower) {
    const testCase = validCase(lower, lower.requiredOnly, 'valid request with the lowest numbers');
    const result = yield testCase;
    if (isAccepted(result)) return yield* establishAll({ ...given, context: lower }, testCase, [first, result]);
  }
  for (const example of examples.slice(0, MAX_EXAMPLES)) {
    const found = yield* tryExample(given, example);
    if (found) return found;
  }
  if (isUnknownRecord(first)) return failed([first]);
  return yield* establishOptional(given, first);
}

/** The result of a valid request to an operation that documents errors alone: no response can show that it is valid. */
function withoutSuccess({ inconclusive: _, ...result }: CaseResult): CaseResult {
  return result.status === 'fail' ? result : { ...result, status: 'skip', inconclusiveReason: NO_SUCCESS };
}

/** A rejection that no other part of the request would change: credentials, a hanging or broken service. */
function isFinal({ exchange, inconclusive }: CaseResult): boolean {
  return (
    inconclusive !== undefined || exchange === undefined || 'kind' in exchange.response || statusOf(exchange) === 429
  );
}

function isUnknownRecord({ exchange }: CaseResult): boolean {
  return [404, 405, 410, 412, 423, 424, 428].includes(statusOf(exchange));
}

/** Whether a request was rejected in a way that may depend on what its record has. */
function isOfState({ exchange }: CaseResult): boolean {
  return [400, 403, 409, 422].includes(statusOf(exchange));
}

function statusOf(exchange: CaseResult['exchange']): number {
  return exchange && 'status' in exchange.response ? exchange.response.status : 0;
}

function failed(results: readonly CaseResult[]): Establishment {
  const [first] = results;
  const status = statusOf(first?.exchange);
  const reason = first?.inconclusiveReason ?? (status > 0 ? `a valid request gets ${status}` : 'no response');
  return { base: undefined, reason, results };
}

/** Establishes the request with all parts beside the one with the required parts. */
function* establishAll(given: Given, accepted: SpecifiedCase, results: readonly CaseResult[]): Search<Establishment> {
  const { context } = given;
  const sent = new Set([accepted.id]);
  if (isSame(context)) return established(context, accepted, sent, results);
  const all = allPartsCase(context);
  const result = yield all;
  sent.add(all.id);
  if (isAccepted(result)) return established(context, all, sent, [...results, result]);
  const lower = result.status === 'skip' && isOfState(result) ? withLowestNumbers(context) : undefined;
  if (lower) {
    const lowest = validCase(lower, lower.allParts, 'all parts with the lowest numbers');
    const found = yield lowest;
    if (isAccepted(found)) return established(lower, lowest, sent, [...results, result, found]);
  }
  const small = yield* addBody(context, given.withBody);
  const known = small && isAccepted(small.result) ? { ...context, requiredOnly: small.case.spec } : context;
  const reduced = yield* removeRejected(known, given.attribute);
  const found = reduced.results.length > 0 ? reduced.results : [result];
  return established(reduced.context, accepted, sent, [...results, ...found], reduced.rejected);
}

/** Removes the optional parts that the service rejects, one after the other. */
function* removeRejected(
  context: BoundaryContext,
  attribute: Given['attribute'],
): Search<{ readonly context: BoundaryContext; readonly results: CaseResult[]; readonly rejected: string[] }> {
  const results: CaseResult[] = [];
  const rejected: string[] = [];
  let parts: readonly OptionalPart[] = optionalParts(context);
  let known = context.requiredOnly;
  for (let round = 0; round < MAX_REFUSED_PARTS && parts.length > 0; round++) {
    const found = yield* findRejectedPart(context, known, parts);
    if (!found) break;
    results.push(attribute(found));
    if (found.part.property !== undefined) rejected.push(found.part.property);
    known = found.accepted;
    parts = parts.slice(found.count + 1);
    if (parts.length === 0) return { context: { ...context, allParts: known }, results, rejected };
    const rest = withParts(context, known, parts);
    if (isAccepted(yield validCase(context, rest, 'valid request with all other parts')))
      return { context: { ...context, allParts: rest }, results, rejected };
  }
  return { context: { ...context, allParts: known }, results, rejected };
}

/** Tries the required parts with the address of an example, then the example itself. */
function* tryExample(given: Given, example: SpecifiedCase): Search<Establishment | undefined> {
  const { context } = given;
  const { contract, operation } = context;
  const atExample = (spec: RequestSpec) => withAddressOf(contract, operation, example.spec, spec);
  const moved = {
    ...context,
    requiredOnly: atExample(context.requiredOnly),
    allParts: atExample(context.allParts),
  };
  const withBody = given.withBody && atExample(given.withBody);
  const isMoved = stringifyJson(example.spec.parameters.path) !== stringifyJson(context.requiredOnly.parameters.path);
  if (isMoved) {
    const plain = requiredPartsCase(moved);
    const result = yield plain;
    if (isAccepted(result)) return yield* establishAll({ ...given, context: moved, withBody }, plain, [result]);
  }
  const isWhole = example.spec.bytes === undefined && example.spec.rawQuery === undefined;
  const result = isWhole ? yield example : undefined;
  if (!result || !isAccepted(result)) return undefined;
  const same = { ...context, requiredOnly: example.spec, allParts: example.spec };
  return established(same, example, new Set(), []);
}

/** Tries all parts, then all but one, for a service that does not accept the required parts alone. */
function* establishOptional(given: Given, first: CaseResult): Search<Establishment> {
  const { context, attribute } = given;
  if (isSame(context)) return failed([first]);
  const small = yield* addBody(context, given.withBody);
  if (small && isAccepted(small.result)) {
    const base = { ...given, context: { ...context, requiredOnly: small.case.spec } };
    return yield* establishAll(base, small.case, [small.result]);
  }
  const all = allPartsCase(context);
  const result = yield all;
  const parts = optionalParts(context);
  if (isAccepted(result)) {
    const needed = yield* findNeededPart(context, parts);
    const whole = { ...context, requiredOnly: context.allParts };
    const sent = new Set([all.id]);
    return established(whole, all, sent, [result, needed ? attribute(needed) : first]);
  }
  if (parts.length > 1)
    for (const part of parts.slice(0, MAX_WITHOUT)) {
      const others = withParts(
        context,
        context.requiredOnly,
        parts.filter((each) => each !== part),
      );
      const testCase = validCase(context, others, `valid request without ${part.name}`);
      const found = yield testCase;
      if (!isAccepted(found)) continue;
      const rejected = attribute({ part, testCase: all, result });
      const reduced = { ...context, requiredOnly: others, allParts: others };
      const names = part.property === undefined ? [] : [part.property];
      return established(reduced, testCase, new Set(), [found, rejected], names);
    }
  // What is wrong with a body says more than that there has to be one.
  return failed([small?.result ?? first]);
}

function established(
  context: BoundaryContext,
  accepted: SpecifiedCase,
  sent: ReadonlySet<string>,
  results: readonly CaseResult[],
  rejectedProperties: readonly string[] = [],
): Establishment {
  const derived = { ...context, isEstablished: true, rejectedProperties };
  return { base: { context: derived, accepted, sent, resultCount: results.length }, results };
}
