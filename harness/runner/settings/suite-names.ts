import { DREDD } from '../../core/check-ids.ts';
import { didYouMean, UsageError } from '../../core/errors.ts';
import type { CaseSelection } from '../../core/report.ts';
import type { Effort } from './effort.ts';

/** The suites that send cases one by one. */
export const CASE_SUITES = ['examples', 'generated', 'dredd'] as const;

/** The suites, in the order in which they are shown. */
export const SUITES = ['examples', 'generated', 'dredd', 'stateful'] as const;
export type SuiteName = (typeof SUITES)[number];

/** Stands for every suite. */
export const ALL_SUITES = 'all';

/** What decides which suites run. */
interface SuiteChoice {
  readonly suites?: readonly string[] | undefined;
  readonly only?: CaseSelection | undefined;
}

/**
 * Returns the suites that are named, else those of the effort.
 * @throws {UsageError} for an unknown suite, and if none has a case to repeat
 */
export function chooseSuites({ suites, only }: SuiteChoice, effort: Effort): readonly SuiteName[] {
  return repeatedSuites(checkSuites(suites ?? defaultSuites(effort)), only);
}

/** Dredd sends the examples once more, and takes as long as all the others. */
function defaultSuites(effort: Effort): readonly SuiteName[] {
  return effort === 'quick' ? SUITES.filter((name) => name !== DREDD) : SUITES;
}

function checkSuites(names: readonly string[]): SuiteName[] {
  const each = names.flatMap((name) => (name === ALL_SUITES ? SUITES : [name]));
  return [...new Set(each)].map((name) => {
    const known = SUITES.find((suite) => suite === name);
    if (known) return known;
    const guess = didYouMean(name, SUITES);
    throw new UsageError(
      `Unknown suite "${name}".${guess ? ` Did you mean ${guess}?` : ''} Suites: ${SUITES.join(', ')}`,
    );
  });
}

/**
 * Returns the suites that repeat cases.
 * @throws {UsageError} if none of these does
 */
function repeatedSuites<T extends string>(suites: readonly T[], only: CaseSelection | undefined): readonly T[] {
  if (!only || only.operations.length > 0) return suites;
  const wanted = new Set(only.cases.map(({ suite }) => suite));
  const repeated = suites.filter((name) => wanted.has(name));
  if (repeated.length > 0 || suites.length === 0) return repeated;
  throw new UsageError(`none of the cases to repeat is in ${suites.join(', ')}: they are in ${[...wanted].join(', ')}`);
}
