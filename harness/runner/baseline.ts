import { didYouMean, InputError, UsageError } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
import { findingKey } from '../core/model.ts';
import type { BaselineFinding, Report } from '../core/report.ts';
import { writeFileAtomically } from '../core/util/write-file.ts';
import { readYamlSource, sourceLocation } from '../openapi/source/yaml-source.ts';

/** A known finding, accepted until it is fixed. */
export type BaselineEntry = Omit<BaselineFinding, 'stillPresent'>;

const PROPERTIES = ['operation', 'check', 'clause', 'description', 'reason'];

/**
 * Reads a baseline: `{"accepted": [{"operation", "check", "clause", "description", "reason"}]}`, in YAML or JSON; the
 * last two properties are for people.
 * @throws {InputError} with line and column, for anything else
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
    if (PROPERTIES.includes(name)) continue;
    const guess = didYouMean(name, PROPERTIES);
    throw new InputError(
      `unknown property ${name}. ${guess ? `Did you mean ${guess}?` : `Known: ${PROPERTIES.join(', ')}`}`,
      sourceLocation(entry, name),
    );
  }
  const [operation, check, clause] = ['operation', 'check', 'clause'].map((name) => readString(entry, name));
  return {
    operation: operation ?? '',
    check: check ?? '',
    clause: clause ?? '',
    description: String(entry['description'] ?? ''),
  };
}

function readString(entry: JsonObject, name: string): string {
  const value = entry[name];
  if (typeof value === 'string') return value;
  throw new InputError(
    `an accepted finding needs a string \`${name}\``,
    sourceLocation(entry, name) ?? sourceLocation(entry),
  );
}

/** The key that identifies an accepted finding in every run, with any seed. */
export function findingKeyOf({ operation, check, clause }: BaselineEntry): string {
  return findingKey(operation, check, clause);
}

/** The baseline that accepts the errors of a report, and the known findings that remain. */
export function createBaseline({ findings, baseline = [] }: Report): BaselineEntry[] {
  const known = new Set(baseline.map(findingKeyOf));
  return findings
    .filter(({ severity, key }) => severity === 'error' || known.has(key))
    .map(({ operation, check, clause }) => ({ operation, check, clause: clause.id, description: clause.description }))
    .sort((a, b) => (findingKeyOf(a) < findingKeyOf(b) ? -1 : 1));
}

/**
 * Writes a baseline, one finding per line, so that a diff shows what was added and what was fixed.
 * @throws {UsageError} if the file cannot be written
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

/** How many known findings remain, and which are fixed; a run that was cut short says nothing of the latter. */
export function formatBaselineStatus({ baseline, shard, suites }: Report): string[] {
  if (baseline === undefined || shard !== undefined) return [];
  const seen = baseline.filter(({ stillPresent: each }) => each).length;
  const whole = suites.every(({ skippedReason, error }) => skippedReason === undefined && error === 0);
  const fixed = whole ? baseline.filter(({ stillPresent: each }) => !each) : [];
  const head = `baseline: ${seen} of ${baseline.length} known ${baseline.length === 1 ? 'finding' : 'findings'} remain (warnings)`;
  if (fixed.length === 0) return [head];
  return [
    `${head}; fixed:`,
    ...fixed.map(
      ({ operation, check, clause, description }) => `  ✓ ${operation}: ${description || clause} (${check})`,
    ),
    '  update the baseline with --write-baseline',
  ];
}
