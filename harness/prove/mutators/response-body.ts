import { parts } from '../../openapi/clauses/clauses.ts';
import { writeJson } from '../../core/json/index.ts';
import { type Variant, violations } from '../../generate/values/boundary/mutate-value.ts';
import type { Clause } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';
import { type Change, onAnswers } from './mutate-response.ts';
import { alikeOf, ownViolations, type Place } from './find-violation.ts';

/** Answers whose body breaks its schema: a member missing, a wrong type, just outside a format or bound. */
export function* brokenBodies(subject: Subject): Generator<Break> {
  for (const response of subject.responses) {
    const proven = new Set<string>();
    for (const violation of bodyViolations(subject, response)) {
      const [first, ...others] = violation.clauses.filter((clause, index) => index === 0 || !proven.has(clause.id));
      for (const clause of first ? [first, ...others] : []) {
        proven.add(clause.id);
        yield makeBreak(subject.operation, {
          clause,
          kind: 'body',
          says: `answers ${response.spec.key} with a body in which ${labelled(violation)}`,
          alter: onAnswers(subject, response, violation.apply),
        });
      }
    }
    yield* furtherBreaks(subject, response, proven);
  }
}

export interface BodyViolation extends Pick<Variant, 'label' | 'path'> {
  readonly clauses: readonly Clause[];
  readonly apply: Change;
}

const known = new WeakMap<Documented, readonly BodyViolation[]>();

/** Each way to break the body of a response; made once for all breaks. */
export function bodyViolations(subject: Subject, response: Documented): readonly BodyViolation[] {
  const made = known.get(response) ?? [...makeViolations(subject, response)];
  known.set(response, made);
  return made;
}

function* makeViolations({ contract, operation }: Subject, { json, body, spec }: Documented): Generator<BodyViolation> {
  if (!json || body === undefined) return;
  const part = parts.responseBody(spec, json.type);
  for (const violation of violations(contract, json.schema, body, 'response')) {
    const clauses = violation.broken.map((pointer) => contract.clauseAt(operation, part, pointer));
    yield { label: violation.label, path: violation.path, clauses, apply: answering(violation) };
  }
}

/** One way to break each clause that the plain body does not have, such as those of another alternative. */
function* furtherBreaks(subject: Subject, response: Documented, proven: ReadonlySet<string>): Generator<Break> {
  const { contract, operation } = subject;
  const { json, spec, body } = response;
  if (!json) return;
  const part = parts.responseBody(spec, json.type);
  const syntax = contract.clauseAt(operation, part, json.pointer);
  const missing = contract
    .clausesOf(operation)
    .filter((clause) => clause.part === part && clause.id !== syntax.id && !proven.has(clause.id));
  if (missing.length === 0) return;
  const place: Place = { part, schema: json.schema, plain: body, direction: 'response' };
  for (const own of ownViolations(subject, place, missing))
    yield makeBreak(operation, {
      clause: own.clause,
      kind: 'body',
      says: `answers ${spec.key} with another body in which ${labelled(own.violation)}`,
      ...alikeOf(own),
      alter: onAnswers(subject, response, answering(own.violation)),
    });
}

function answering({ value }: Variant): Change {
  const body = Buffer.from(writeJson(value));
  return (answer) => ({ ...answer, body });
}

/** `/id is absent`; of the whole body, `all of it is null`. */
function labelled({ label, path }: Pick<Variant, 'label' | 'path'>): string {
  return path === '' ? `all of it ${label}` : label;
}
