import { isSamePart } from '../../core/clause-part.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { Clause } from '../../core/model.ts';
import { invalidMutations, type ValueMutation } from '../../generate/values/boundary/mutate-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { type ClauseLocation, equivalentFindings, findViolations } from './find-violation.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';

/** Answers whose body breaks its schema: a member missing, a wrong type, just outside a format or bound. */
export function* invalidBodyMutants(subject: MutationContext): Generator<Mutant> {
  for (const response of subject.responses) {
    const proven = new Set<string>();
    for (const violation of bodyViolations(subject, response)) {
      const [first, ...others] = violation.clauses.filter((clause, index) => index === 0 || !proven.has(clause.id));
      for (const clause of first ? [first, ...others] : []) {
        proven.add(clause.id);
        yield createMutant(subject.operation, {
          clause,
          kind: 'body',
          description: `answers ${response.spec.key} with a body in which ${labelled(violation)}`,
          mutate: mutateResponses(subject, response, violation.apply),
        });
      }
    }
    yield* furtherBreaks(subject, response, proven);
  }
}

export interface BodyViolation extends Pick<ValueMutation, 'label' | 'path'> {
  readonly clauses: readonly Clause[];
  readonly apply: ResponseMutation;
}

const known = new WeakMap<ResponseUnderTest, readonly BodyViolation[]>();

/** Each way to break the body of a response; made once for all breaks. */
export function bodyViolations(subject: MutationContext, response: ResponseUnderTest): readonly BodyViolation[] {
  const made = known.get(response) ?? [...makeViolations(subject, response)];
  known.set(response, made);
  return made;
}

function* makeViolations(
  { contract, operation }: MutationContext,
  { json, body, spec }: ResponseUnderTest,
): Generator<BodyViolation> {
  if (!json || body === undefined) return;
  const part = clauseParts.responseBody(spec, json.type);
  for (const violation of invalidMutations(contract, json.schema, body, 'response')) {
    const clauses = violation.violated.map((pointer) => contract.clauseAt(operation, part, pointer));
    yield { label: violation.label, path: violation.path, clauses, apply: answering(violation) };
  }
}

/** One way to break each clause that the plain body does not have, such as those of another alternative. */
function* furtherBreaks(
  subject: MutationContext,
  response: ResponseUnderTest,
  proven: ReadonlySet<string>,
): Generator<Mutant> {
  const { contract, operation } = subject;
  const { json, spec, body } = response;
  if (!json) return;
  const part = clauseParts.responseBody(spec, json.type);
  const syntax = contract.clauseAt(operation, part, json.pointer);
  const missing = contract
    .clausesOf(operation)
    .filter((clause) => isSamePart(clause.part, part) && clause.id !== syntax.id && !proven.has(clause.id));
  if (missing.length === 0) return;
  const place: ClauseLocation = { part, schema: json.schema, value: body, direction: 'response' };
  for (const own of findViolations(subject, place, missing))
    yield createMutant(operation, {
      clause: own.clause,
      kind: 'body',
      description: `answers ${spec.key} with another body in which ${labelled(own.violation)}`,
      ...equivalentFindings(own),
      mutate: mutateResponses(subject, response, answering(own.violation)),
    });
}

function answering({ value }: ValueMutation): ResponseMutation {
  const body = Buffer.from(stringifyJson(value));
  return (response) => ({ ...response, body });
}

/** `/id is absent`; of the whole body, `all of it is null`. */
function labelled({ label, path }: Pick<ValueMutation, 'label' | 'path'>): string {
  return path === '' ? `all of it ${label}` : label;
}
