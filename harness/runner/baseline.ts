import { didYouMean, InputError, UsageError } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
import { findingKey } from '../core/model.ts';
import type { BaselineFinding, Report } from '../core/report.ts';
import { writeFileAtomically } from '../core/util/write-file.ts';
import { readYamlSource, sourceLocation } from '../openapi/source/yaml-source.ts';

/** A finding of an earlier run that is accepted until it is mended. */
export type BaselineEntry = Omit<BaselineFinding, 'stillPresent'>;

const MEMBERS = ['operation', 'check', 'clause', 'description', 'reason'];

/**
 * Reads a baseline: `{"accepted": [{"operation", "check", "clause", "description", "reason"}]}`, as YAML or JSON; the last two are for people.
 * @throws {ContractError} with line and column, for anything else
 */
export function readBaseline(file: string): BaselineEntry[] {
  const { root } = readYamlSource(file, 'baseline');
  const entries = isObject(root) ? root['accepted'] : undefined;
  if (Array.isArray(entries)) return entries.map((entry, index) => readEntry(entries, entry, index));
  const place = isObject(root) ? sourceLocation(root, 'accepted') : undefined;
  throw new InputError('a baseline needs a list `accepted`', place ?? { file, line: 1, column: 1 });
}

function readEntry(entries: JsonValue[], entry: JsonValue, index: number): BaselineEntry {
  if (!isObject(entry)) throw new InputError('an accepted finding is a map', sourceLocation(entries, String(index)));
  for (const name of Object.keys(entry)) {
    if (MEMBERS.includes(name)) continue;
    const guess = didYouMean(name, MEMBERS);
    throw new InputError(
      `unknown member ${name}. ${guess ? `Did you mean ${guess}?` : `Known: ${MEMBERS.join(', ')}`}`,
      sourceLocation(entry, name),
    );
  }
  const [operation, check, clause] = ['operation', 'check', 'clause'].map((name) => readText(entry, name));
  return {
    operation: operation ?? '',
    check: check ?? '',
    clause: clause ?? '',
    description: String(entry['description'] ?? ''),
  };
}

function readText(entry: JsonObject, name: string): string {
  const value = entry[name];
  if (typeof value === 'string') return value;
  throw new InputError(
    `an accepted finding needs a text \`${name}\``,
    sourceLocation(entry, name) ?? sourceLocation(entry),
  );
}

/** The key by which an accepted finding is known again, with any seed. */
export function findingKeyOf({ operation, check, clause }: BaselineEntry): string {
  return findingKey(operation, check, clause);
}

/** The baseline that accepts what a report found: its errors, and what was accepted already and is still there. */
export function createBaseline({ findings, baseline = [] }: Report): BaselineEntry[] {
  const known = new Set(baseline.map(findingKeyOf));
  return findings
    .filter(({ severity, key }) => severity === 'error' || known.has(key))
    .map(({ operation, check, clause }) => ({ operation, check, clause: clause.id, description: clause.description }))
    .sort((a, b) => (findingKeyOf(a) < findingKeyOf(b) ? -1 : 1));
}

/**
 * Writes a baseline, one finding a line, so that a review shows what was added and what was mended.
 * @throws {UsageError} where the file cannot be written
 */
export function writeBaseline(file: string, entries: readonly BaselineEntry[]): void {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  const text = `{\n  "accepted": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
  try {
    writeFileAtomically(file, text);
  } catch (error) {
    throw new UsageError(`cannot write the baseline to ${file}: ${(error as Error).message}`);
  }
}

/** What became of the accepted findings: how many are still there, and which are no more. Nothing is called mended by a run that was cut short. */
export function formatBaselineStatus({ baseline, shard, suites }: Report): string[] {
  if (baseline === undefined || shard !== undefined) return [];
  const seen = baseline.filter(({ stillPresent: each }) => each).length;
  const whole = suites.every(({ skippedReason, error }) => skippedReason === undefined && error === 0);
  const mended = whole ? baseline.filter(({ stillPresent: each }) => !each) : [];
  const head = `baseline ${seen} of ${baseline.length} accepted ${baseline.length === 1 ? 'finding' : 'findings'} still there, as warnings`;
  if (mended.length === 0) return [head];
  return [
    `${head}; mended:`,
    ...mended.map(
      ({ operation, check, clause, description }) => `  ✓ ${operation}: ${description || clause} (${check})`,
    ),
    '  accept them no longer: --write-baseline',
  ];
}
