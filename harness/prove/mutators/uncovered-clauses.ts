import { bodyType } from '../../generate/requests/build-request.ts';
import { parts } from '../../openapi/clauses/clauses.ts';
import { isObject } from '../../core/json/index.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { allAt, tokens } from '../../core/json/pointer.ts';
import type { Clause, Finding, Json } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import { placeIn } from '../request-parts.ts';
import type { Seen } from '../request-parser.ts';
import type { Subject } from '../operation-context.ts';
import { lettingIn, refusing } from './mutate-validation.ts';
import { type OwnViolation, ownViolations } from './find-violation.ts';

/** Breaks of the request's clauses that no other break is about: those of another alternative, and those that no text can violate. */
export function* leftovers(subject: Subject, broken: readonly Break[]): Generator<Break> {
  const { contract, operation } = subject;
  const known = new Set(broken.map(({ clause }) => clause.id));
  const missing = contract
    .clausesOf(operation)
    .filter(({ id, direction, part }) => direction === 'request' && !known.has(id) && placeIn(operation, part));
  if (missing.length === 0) return;
  const violable = new Map(violationsOf(subject, missing).map((each) => [each.clause.id, each]));
  for (const clause of missing) {
    const own = violable.get(clause.id);
    yield own ? unchecked(subject, own) : refusesPlace(subject, clause);
  }
}

function violationsOf(subject: Subject, missing: readonly Clause[]): OwnViolation[] {
  const type = bodyType(subject.operation);
  if (!type?.schema || !isJsonType(type.type)) return [];
  const part = parts.requestBody(type.type);
  const own = missing.filter((clause) => clause.part === part);
  const place = { part, schema: type.schema, plain: subject.full?.body, direction: 'request' } as const;
  return own.length === 0 ? [] : ownViolations(subject, place, own);
}

/** A request is judged by the first clause that it breaks. */
function unchecked(subject: Subject, { clause, named }: OwnViolation): Break {
  const ids = new Set(named.map(({ id }) => id));
  const why = 'no value breaks this clause alone; another that it breaks with it is named';
  return makeBreak(subject.operation, {
    clause,
    kind: 'let in',
    says: 'does not check it',
    about: named[0] ?? clause,
    ...(named[0]?.id === clause.id
      ? {}
      : { alike: { why, matches: (finding: Finding) => ids.has(finding.clause.id) } }),
    alter: lettingIn(subject, named, () => true),
  });
}

/** What can be broken only by refusing what keeps it, such as that a text is a string. */
function refusesPlace(subject: Subject, clause: Clause): Break {
  const isOptional = /\/properties\/[^/]*$/.test(clause.pointer);
  return makeBreak(subject.operation, {
    clause,
    kind: 'refused',
    says: isOptional ? 'refuses requests without it' : 'refuses whatever stands there',
    about: clause,
    alike: {
      why: 'the requests that show it are about something else that they carry',
      matches: ({ check }) => check === 'intended-status',
    },
    alter: refusing(subject, (seen) =>
      isOptional ? lacks(subject, clause, seen) : valuesIn(subject, clause, seen).length > 0,
    ),
  });
}

function valuesIn({ operation }: Subject, { part, path }: Clause, seen: Seen): Json[] {
  return allAt(placeIn(operation, part)?.(seen), tokens(path));
}

function lacks(subject: Subject, clause: Clause, seen: Seen): boolean {
  const name = tokens(clause.pointer).at(-1) ?? '';
  return valuesIn(subject, clause, seen).some((owner) => isObject(owner) && !Object.hasOwn(owner, name));
}
