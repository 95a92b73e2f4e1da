import { parts } from '../../contract/clauses.ts';
import { writeJson } from '../../contract/json.ts';
import { type Variant, violations } from '../../contract/variants.ts';
import type { Clause } from '../../model.ts';
import { type Break, makeBreak } from '../break.ts';
import type { Documented, Subject } from '../subject.ts';
import { onAnswers } from './answers.ts';

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
          says: `answers ${response.spec.key} with a body in which ${place(violation)}`,
          alter: onAnswers(subject, response, violation.apply),
        });
      }
    }
  }
}

export interface BodyViolation extends Pick<Variant, 'label' | 'path'> {
  readonly clauses: readonly Clause[];
  readonly apply: Parameters<typeof onAnswers>[2];
}

/** Each way to break the body of a response. */
export function* bodyViolations(
  { contract, operation }: Subject,
  { json, body, spec }: Documented,
): Generator<BodyViolation> {
  if (!json || body === undefined) return;
  const part = parts.responseBody(spec, json.type);
  for (const { label, path, broken, value } of violations(contract, json.schema, body, 'response')) {
    const bytes = Buffer.from(writeJson(value));
    const clauses = broken.map((pointer) => contract.clauseAt(operation, part, pointer));
    yield { label, path, clauses, apply: (answer) => ({ ...answer, body: bytes }) };
  }
}

/** `/id is absent`; of the whole body, `all of it is null`. */
export function place({ label, path }: Pick<Variant, 'label' | 'path'>): string {
  return path === '' ? `all of it ${label}` : label;
}
