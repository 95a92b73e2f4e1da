import { drawn } from '../../generate/values/random-value.ts';
import { parts } from '../../openapi/clauses/clauses.ts';
import { isObject, JsonSyntaxError, parseJsonBytes, writeJson } from '../../core/json/index.ts';
import { equal } from '../../core/json/equal.ts';
import type { Case, Json } from '../../core/model.ts';
import type { Usual } from '../dry-run-stats.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';
import { type Change, onAnswers } from './mutate-response.ts';

/** Of so many random bodies, one that an example contradicts is taken. */
const DRAWN = 12;

/** Answers that keep the document and are not what an example says: another status, other members. */
export function* contradictedExamples(
  subject: Subject,
  usual: Readonly<Record<Documented['effect'], Usual | undefined>>,
): Generator<Break> {
  const { contract, operation } = subject;
  for (const response of subject.responses) {
    const known = usual[response.effect];
    if (!known || operation.response(known.answer.status)?.key !== response.spec.key) continue;
    const body = bodyOf(known);
    const example = exampleOf(known, body);
    for (const [what, change] of others(subject, response, known, body))
      yield makeBreak(operation, {
        clause: contract.clauseAt(operation, parts.response(response.spec), response.spec.pointer),
        kind: 'example',
        says: `answers ${response.spec.key} with ${what} than an example says`,
        example,
        alter: onAnswers(subject, response, change),
      });
  }
}

function bodyOf({ answer }: Usual): Json | undefined {
  try {
    return answer.bytes.length === 0 ? undefined : parseJsonBytes(answer.bytes);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function exampleOf({ case: asked, answer }: Usual, body: Json | undefined): Case {
  const { operation, request, intent, exercises } = asked;
  const expected = { status: answer.status, ...(body === undefined ? {} : { body }) };
  const origin = { suite: 'examples', kind: 'proof', location: undefined };
  const id = `${operation.id}: example of ${answer.status}`;
  return { id, operation, request, intent, exercises, origin, expected, fixedIdentity: true };
}

function others(
  { contract, fresh, operation }: Subject,
  { json, spec }: Documented,
  { answer }: Usual,
  body: Json | undefined,
): [what: string, change: Change][] {
  const found: [string, Change][] = [];
  const other =
    body !== undefined && json
      ? drawn(contract, fresh, json.schema, 'response', DRAWN).find((each) => contradicts(body, each))
      : undefined;
  if (other !== undefined)
    found.push(['other members', (given) => ({ ...given, body: Buffer.from(writeJson(other)) })]);
  const step = [1, 2, 9, 22].map((offset) => answer.status + offset);
  const status = step.find((each) => each < 500 && operation.response(each)?.key === spec.key && each !== 204);
  if (status !== undefined) found.push(['another status', (given) => ({ ...given, status })]);
  return found;
}

/** True where a member that the example names is not there, or another; further members are no matter. */
function contradicts(example: Json, other: Json): boolean {
  if (!isObject(example) || !isObject(other)) return !equal(example, other);
  return Object.entries(example).some(
    ([name, value]) => !Object.hasOwn(other, name) || !equal(value, other[name] ?? null),
  );
}
