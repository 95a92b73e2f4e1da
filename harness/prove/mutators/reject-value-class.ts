import { isExpectationFinding } from '../../checks/index.ts';
import { formatPart } from '../../core/clause-part.ts';
import { isNumber } from '../../core/json/decimal.ts';
import type { Clause, Finding, JsonValue } from '../../core/model.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { rejectValid } from './mutate-validation.ts';
import { acceptableValues, type RequestValue } from './request-values.ts';

/** Classes of valid values that services often mishandle. */
const VALUE_CLASSES: readonly (readonly [description: string, test: (value: JsonValue) => boolean])[] = [
  ['falsy JavaScript values', (value) => value === 0 || value === '' || value === false],
  ['empty strings', (value) => value === ''],
  ['strings that begin or end with a space', (value) => typeof value === 'string' && /^\s|\s$/.test(value)],
  ['strings beyond ASCII', (value) => typeof value === 'string' && /[^\0-\x7f]/.test(value)],
  ['strings beyond Latin-1', (value) => typeof value === 'string' && /[^\0-\xff]/.test(value)],
  [
    'strings beyond the Basic Multilingual Plane',
    (value) => typeof value === 'string' && /[\u{10000}-\u{10ffff}]/u.test(value),
  ],
  ['strings with a quotation mark or an apostrophe', (value) => typeof value === 'string' && /["']/.test(value)],
  ['strings with a percent sign', (value) => typeof value === 'string' && value.includes('%')],
  ['strings with angle brackets', (value) => typeof value === 'string' && /[<>]/.test(value)],
  ['numeric strings', (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)],
  ['negative numbers', (value) => isNumber(value) && String(value).startsWith('-')],
  ['numbers over 2^31', (value) => isNumber(value) && Number(value) >= 2 ** 31],
  ['numbers over 2^53', (value) => isNumber(value) && Number(value) >= 2 ** 53],
  ['lists of one item', (value) => Array.isArray(value) && value.length === 1],
  ['lists of several items', (value) => Array.isArray(value) && value.length > 1],
];

/** Mutants that reject a class of values at one location; the named keyword depends on the request that kills them. */
export function* rejectValueClassMutants(context: MutationContext): Generator<Mutant> {
  const valid = acceptableValues(context);
  for (const location of new Set(valid.map(({ targetClause }) => locationOf(targetClause))))
    for (const [description, test] of VALUE_CLASSES) {
      const property = valid.find(
        ({ targetClause, value }) => locationOf(targetClause) === location && value !== undefined && test(value),
      );
      if (property) yield rejectsClass(context, property, description, test);
    }
}

function locationOf({ part, instancePath }: Clause): string {
  return `${formatPart(part)} ${instancePath}`;
}

function rejectsClass(
  context: MutationContext,
  { targetClause, read }: RequestValue,
  description: string,
  test: (value: JsonValue) => boolean,
): Mutant {
  return createMutant(context.operation, {
    clause: targetClause,
    mutator: 'reject-valid',
    rejectsValid: true,
    description: `rejects ${description}`,
    targetClause,
    equivalentFindings: {
      reason: 'another keyword of the same location is named',
      matches: (finding: Finding) =>
        isExpectationFinding(finding) && locationOf(finding.clause) === locationOf(targetClause),
    },
    mutate: rejectValid(context, (parsed) => {
      const value = read(parsed);
      return value !== undefined && test(value);
    }),
  });
}
