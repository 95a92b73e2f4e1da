import { documented, isAnswer } from '../checks/answer.ts';
import { jsonBody } from '../checks/body.ts';
import { parts } from '../contract/clauses.ts';
import type { Contract } from '../contract/contract.ts';
import { isObject } from '../contract/json.ts';
import { tokens } from '../contract/pointer.ts';
import type { Clause, Exchange, Json } from '../model.ts';

/** Ids of the clauses that an exchange puts to the test: those the case is about, and those of the answer that its body reaches. */
export function exercisedClauses(contract: Contract, exchange: Exchange): string[] {
  const { case: asked, answer } = exchange;
  const all = contract.clausesOf(asked.operation);
  const ids = new Set(asked.exercises.map(({ id }) => id));
  for (const { part, id } of all) if (part === parts.answer) ids.add(id);
  const { response, mediaType } = documented(exchange);
  if (!isAnswer(answer) || !response) return [...ids];
  const bodyPart = mediaType && parts.responseBody(response, mediaType.type);
  const body = mediaType && jsonBody(answer);
  const value = body && 'value' in body ? body.value : undefined;
  const headers = response.headers.map((header) => parts.responseHeader(response, header.name));
  for (const clause of all) {
    if (clause.part === parts.response(response) || headers.includes(clause.part)) ids.add(clause.id);
    else if (clause.part === bodyPart && (value === undefined ? clause.path === '' : reaches(value, clause)))
      ids.add(clause.id);
  }
  return [...ids];
}

function reaches(value: Json, { path }: Clause): boolean {
  return path === '' || present(value, tokens(path));
}

function present(value: Json | undefined, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined;
  if (token === '*' && Array.isArray(value)) return value.some((item) => present(item, rest));
  if (token === '*' && isObject(value)) return Object.values(value).some((member) => present(member, rest));
  if (Array.isArray(value)) return present(value[Number(token)], rest);
  return isObject(value) && Object.hasOwn(value, token) && present(value[token], rest);
}
