import { isSamePart } from '../../core/clause-part.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { Clause } from '../../core/model.ts';
import { readsBack } from '../../generate/boundary/xml-body.ts';
import { invalidMutations, type ValueMutation } from '../../generate/values/boundary/mutate-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { type ClauseLocation, equivalentFindings, findViolations } from './find-violation.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';

/** Mutants whose response body violates its schema: a missing property, a wrong type, a value out of range. */
export function* invalidBodyMutants(context: MutationContext): Generator<Mutant> {
  for (const response of [...context.responses, ...context.otherResponses]) {
    const killed = new Set<string>();
    for (const violation of bodyViolations(context, response)) {
      const [first, ...others] = violation.clauses.filter((clause, index) => index === 0 || !killed.has(clause.id));
      for (const clause of first ? [first, ...others] : []) {
        killed.add(clause.id);
        yield createMutant(context.operation, {
          clause,
          mutator: 'response-body',
          description: `responds ${response.spec.key} with a body in which ${violationLabel(violation)}`,
          mutate: mutateResponses(context, response, violation.apply),
        });
      }
    }
    yield* uncoveredClauses(context, response, killed);
    yield* truncatedXml(context, response);
  }
}

export interface BodyViolation extends Pick<ValueMutation, 'label' | 'path'> {
  readonly clauses: readonly Clause[];
  readonly apply: ResponseMutation;
}

const known = new WeakMap<ResponseUnderTest, readonly BodyViolation[]>();

/** Returns the violations of a response body; computed once per response. */
export function bodyViolations(context: MutationContext, response: ResponseUnderTest): readonly BodyViolation[] {
  const made = known.get(response) ?? [...makeViolations(context, response)];
  known.set(response, made);
  return made;
}

function* makeViolations(
  { contract, operation }: MutationContext,
  { json, xml, text, body, spec }: ResponseUnderTest,
): Generator<BodyViolation> {
  if (xml) {
    const part = clauseParts.responseBody(spec, xml.type.type);
    for (const { value, violated, label, path } of invalidMutations(contract, xml.schema, xml.value, 'response')) {
      if (!readsBack(xml.body, value)) continue;
      const clauses = violated.map((pointer) => contract.clauseAt(operation, part, pointer));
      yield { label, path, clauses, apply: withBody(() => xml.body.write(value)) };
    }
  }
  if (text) {
    const part = clauseParts.responseBody(spec, text.type.type);
    for (const { value, violated, label, path } of invalidMutations(contract, text.schema, text.value, 'response')) {
      if (typeof value !== 'string' || /[\r\n]$/.test(value)) continue;
      const clauses = violated.map((pointer) => contract.clauseAt(operation, part, pointer));
      yield { label, path, clauses, apply: withBody(() => value) };
    }
  }
  if (!json || body === undefined) return;
  const part = clauseParts.responseBody(spec, json.type);
  for (const violation of invalidMutations(contract, json.schema, body, 'response')) {
    const clauses = violation.violated.map((pointer) => contract.clauseAt(operation, part, pointer));
    yield { label: violation.label, path: violation.path, clauses, apply: withJson(violation) };
  }
}

function* truncatedXml(context: MutationContext, response: ResponseUnderTest): Generator<Mutant> {
  const { contract, operation } = context;
  const { xml, spec } = response;
  if (!xml || typeof xml.value === 'string') return;
  yield createMutant(operation, {
    clause: contract.clauseAt(operation, clauseParts.responseBody(spec, xml.type.type), xml.type.pointer),
    mutator: 'response-body',
    description: `responds ${spec.key} with XML that is cut short`,
    mutate: mutateResponses(context, response, (sent) => ({ ...sent, body: sent.body.slice(0, -1) })),
  });
}

/** Yields a mutant for each clause that the canonical body does not reach, e.g. of another alternative. */
function* uncoveredClauses(
  context: MutationContext,
  response: ResponseUnderTest,
  killed: ReadonlySet<string>,
): Generator<Mutant> {
  const { contract, operation } = context;
  const { json, spec, body } = response;
  if (!json) return;
  const part = clauseParts.responseBody(spec, json.type);
  const syntax = contract.clauseAt(operation, part, json.pointer);
  const missing = contract
    .clausesOf(operation)
    .filter((clause) => isSamePart(clause.part, part) && clause.id !== syntax.id && !killed.has(clause.id));
  if (missing.length === 0) return;
  const location: ClauseLocation = { part, schema: json.schema, value: body, direction: 'response' };
  for (const own of findViolations(context, location, missing))
    yield createMutant(operation, {
      clause: own.clause,
      mutator: 'response-body',
      description: `responds ${spec.key} with another body in which ${violationLabel(own.violation)}`,
      ...equivalentFindings(own),
      mutate: mutateResponses(context, response, withJson(own.violation)),
    });
}

function withJson({ value }: ValueMutation): ResponseMutation {
  return withBody(() => stringifyJson(value));
}

/** Writes the body when it is sent: those of all mutants would fill the memory. */
function withBody(write: () => string): ResponseMutation {
  return (response) => ({ ...response, body: Buffer.from(write()) });
}

/** Returns `/id is absent`, or `the whole value is null`. */
function violationLabel({ label, path }: Pick<ValueMutation, 'label' | 'path'>): string {
  return path === '' ? `the whole value ${label}` : label;
}
