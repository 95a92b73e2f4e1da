import type { SeverityLevel, SeverityLevels } from '../../checks/severity.ts';
import { CHECK_IDS, DREDD, EXCHANGE_CHECKS, STATEFUL_CHECKS } from '../../core/check-ids.ts';
import { didYouMean, UsageError } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import { listNames } from '../../core/util/list-names.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type Origins, originOf } from './origins.ts';
import type { SuiteName } from './suite-names.ts';

type Levels = Readonly<Record<string, SeverityLevel>>;

/**
 * Separates the levels of all operations from those of one.
 * @throws {UsageError} for an unknown check
 */
export function readSeverity(given: Readonly<Record<string, SeverityLevel | Levels>>): SeverityLevels {
  const everywhere = new Map<string, SeverityLevel>();
  const byOperation = new Map<string, ReadonlyMap<string, SeverityLevel>>();
  for (const [name, level] of Object.entries(given)) {
    if (typeof level !== 'string') byOperation.set(name, new Map(Object.entries(level).map(checkKnown)));
    else everywhere.set(...checkKnown([name, level]));
  }
  return { everywhere, byOperation };
}

function checkKnown([check, level]: [check: string, level: SeverityLevel]): [check: string, level: SeverityLevel] {
  if (CHECK_IDS.includes(check)) return [check, level];
  const guess = didYouMean(check, CHECK_IDS);
  throw new UsageError(
    `Unknown check "${check}".${guess ? ` Did you mean ${guess}?` : ''} Checks: ${CHECK_IDS.join(', ')}`,
  );
}

/**
 * Returns the levels with operations by their ids, which are written as `METHOD /path` too.
 * @throws {UsageError} for an operation that the contract does not have
 */
export function resolveSeverity(contract: Contract, levels: SeverityLevels, origins: Origins): SeverityLevels {
  const ids = contract.operations.map(({ id }) => id);
  const byOperation = [...levels.byOperation].map(([name, own]) => {
    const operation = contract.operation(name);
    if (operation) return [operation.id, own] as const;
    const guess = didYouMean(name, [...ids, ...CHECK_IDS]);
    const hint = guess ? `Did you mean ${guess}?` : `Operations: ${ids.slice(0, 20).join(', ')}`;
    throw new UsageError(`${originOf(origins, 'severity', name)}: unknown operation "${name}". ${hint}`);
  });
  return { ...levels, byOperation: new Map(byOperation) };
}

/**
 * Rejects levels that turn off every check of an operation: nothing that it does would be a finding, and yet it would be verified.
 * @throws {UsageError} with the operations
 */
export function rejectUntested(
  { everywhere, byOperation }: SeverityLevels,
  operations: readonly Operation[],
  suites: readonly SuiteName[],
): void {
  const only = suites.every((suite) => suite === 'stateful') ? STATEFUL_CHECKS : [];
  const checks = [...EXCHANGE_CHECKS, ...only, ...(suites.includes(DREDD) ? [DREDD] : [])];
  const isOff = (id: string, check: string) => (byOperation.get(id)?.get(check) ?? everywhere.get(check)) === 'off';
  const untested = operations.filter(({ id }) => checks.every((check) => isOff(id, check)));
  if (untested.length === 0) return;
  if (untested.length === operations.length)
    throw new UsageError('severity turns every check off: nothing would be tested');
  const names = listNames(untested.map(({ id }) => id));
  throw new UsageError(`severity turns every check of ${names} off: --exclude what is not to be tested`);
}
