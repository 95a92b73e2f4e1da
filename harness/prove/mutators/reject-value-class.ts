import { isExpectationFinding } from '../../checks/index.ts';
import { isNumber } from '../../core/json/decimal.ts';
import type { Clause, Finding, JsonValue } from '../../core/model.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { rejectValid } from './mutate-validation.ts';
import { type RequestValue, requestValues } from './request-values.ts';

/** Lawful values that services trip over, by what they have in common. */
const CLASSES: readonly (readonly [says: string, test: (value: JsonValue) => boolean])[] = [
  ['what is falsy in JavaScript', (value) => value === 0 || value === '' || value === false],
  ['empty text', (value) => value === ''],
  ['text that begins or ends with a blank', (value) => typeof value === 'string' && /^\s|\s$/.test(value)],
  ['text beyond ASCII', (value) => typeof value === 'string' && /[^\0-\x7f]/.test(value)],
  ['text beyond Latin-1', (value) => typeof value === 'string' && /[^\0-\xff]/.test(value)],
  [
    'text beyond the Basic Multilingual Plane',
    (value) => typeof value === 'string' && /[\u{10000}-\u{10ffff}]/u.test(value),
  ],
  ['text with a quotation mark or an apostrophe', (value) => typeof value === 'string' && /["']/.test(value)],
  ['text with a percent sign', (value) => typeof value === 'string' && value.includes('%')],
  ['text with angle brackets', (value) => typeof value === 'string' && /[<>]/.test(value)],
  ['text that reads like a number', (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)],
  ['negative numbers', (value) => isNumber(value) && String(value).startsWith('-')],
  ['numbers over 2^31', (value) => isNumber(value) && Number(value) >= 2 ** 31],
  ['numbers over 2^53', (value) => isNumber(value) && Number(value) >= 2 ** 53],
  ['lists of one item', (value) => Array.isArray(value) && value.length === 1],
  ['lists of several items', (value) => Array.isArray(value) && value.length > 1],
];

/** Services that refuse a class of values in one place; which keyword of the place is named depends on the request that found it. */
export function* rejectValueClassMutants(subject: MutationContext): Generator<Mutant> {
  const lawful = requestValues(subject).filter(({ violated }) => violated.length === 0);
  for (const place of new Set(lawful.map(({ targetClause }) => placeOf(targetClause))))
    for (const [says, test] of CLASSES) {
      const member = lawful.find(
        ({ targetClause, value }) => placeOf(targetClause) === place && value !== undefined && test(value),
      );
      if (member) yield refusesClass(subject, member, says, test);
    }
}

function placeOf({ part, instancePath }: Clause): string {
  return `${part} ${instancePath}`;
}

function refusesClass(
  subject: MutationContext,
  { targetClause, read }: RequestValue,
  says: string,
  test: (value: JsonValue) => boolean,
): Mutant {
  return createMutant(subject.operation, {
    clause: targetClause,
    kind: 'rejected',
    description: `refuses ${says}`,
    targetClause,
    equivalentFindings: {
      reason: 'another keyword of the same place is named',
      matches: (finding: Finding) => isExpectationFinding(finding) && placeOf(finding.clause) === placeOf(targetClause),
    },
    mutate: rejectValid(subject, (seen) => {
      const value = read(seen);
      return value !== undefined && test(value);
    }),
  });
}
