import { didYouMean, InputError, UsageError } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
import { findingKey } from '../core/model.ts';
import { type BaselineFinding, isTraffic, OPERATION_NOT_VERIFIED, type Report } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { writeFileAtomically } from '../core/util/write-file.ts';
import { sourceLocation } from '../openapi/source/origins.ts';
import { readYamlSource } from '../openapi/source/yaml-source.ts';

/** A known finding, accepted until it is fixed. */
export type BaselineEntry = Omit<BaselineFinding, 'stillPresent'>;

const PROPERTIES = ['operation', 'check', 'clause', 'outcome', 'changeKinds', 'description', 'reason'];

/**
 * Reads a baseline: `{"accepted": [{"operation", "check", "clause", "outcome", "description", "reason"}]}`, in YAML or
 * JSON; the last two properties are for people.
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
    ...(entry['outcome'] === undefined ? {} : { outcome: readString(entry, 'outcome') }),
    ...(entry['changeKinds'] === undefined ? {} : { changeKinds: readStrings(entry, 'changeKinds') }),
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

function readStrings(entry: JsonObject, name: string): string[] {
  const value = entry[name];
  if (Array.isArray(value)) {
    const strings = value.filter((item) => typeof item === 'string');
    if (strings.length === value.length) return strings;
  }
  throw new InputError(`\`${name}\` of an accepted finding is a list of strings`, sourceLocation(entry, name));
}

/** By key, the kinds of change for which findings are known; undefined for all. */
export function knownFindings(entries: readonly BaselineEntry[]): Map<string, ReadonlySet<string> | undefined> {
  return new Map(entries.map((entry) => [findingKeyOf(entry), entry.changeKinds && new Set(entry.changeKinds)]));
}

/** The key that identifies an accepted finding in every run, with any seed. */
export function findingKeyOf({ operation, clause, ...finding }: BaselineEntry): string {
  return findingKey(operation, { ...finding, clause: { id: clause } });
}

/** The baseline that accepts the errors of a report, and the known findings that remain. */
export function createBaseline(report: Report): BaselineEntry[] {
  const { findings, operations, baseline = [] } = report;
  const known = new Set(baseline.map(findingKeyOf));
  const entries = findings
    .filter(({ severity, key }) => severity === 'error' || known.has(key))
    .map(({ operation, check, clause, outcome, changeKinds }) => ({
      operation,
      check,
      clause: clause.id,
      ...(outcome === undefined ? {} : { outcome }),
      ...(changeKinds === undefined ? {} : { changeKinds }),
      description: clause.description,
    }));
  // What nobody sent is no defect of the service.
  const unverified = (isTraffic(report) ? [] : operations)
    .filter(({ verified }) => !verified)
    .map(({ id, reason = '' }) => ({ operation: id, check: OPERATION_NOT_VERIFIED, clause: '', description: reason }));
  return [...entries, ...unverified].sort((a, b) => (findingKeyOf(a) < findingKeyOf(b) ? -1 : 1));
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

/**
 * Returns how many known findings remain, and which are fixed; a run that was cut short has nothing fixed. Findings of an operation that
 * the document no longer has may be those of a renamed one.
 */
export function formatBaselineStatus(report: Report): string[] {
  const { baseline, shard, suites } = report;
  if (baseline === undefined || shard !== undefined) return [];
  const absent = baseline.filter(({ stillPresent }) => !stillPresent);
  const isComplete = suites.every(({ skippedReasons, error }) => skippedReasons === undefined && error === 0);
  const renamed = new Map(absent.flatMap((entry) => renamedTo(entry, report)));
  const fixed = isComplete ? absent.filter(({ operation }) => !renamed.has(operation)) : [];
  const present = baseline.length - absent.length;
  const head = `baseline: ${present} of ${pluralize(baseline.length, 'known finding')} remain (warnings)`;
  return [
    fixed.length === 0 ? head : `${head}; fixed:`,
    ...fixed.map(
      ({ operation, check, clause, description }) => `  ✓ ${operation}: ${description || clause} (${check})`,
    ),
    ...[...renamed].map(([from, to]) => `  ${from} has the findings of ${to}: was the operation renamed?`),
    ...(fixed.length + renamed.size > 0 ? ['  update the baseline with --write-baseline'] : []),
  ];
}

/** Returns the operation that an absent one was renamed to, going by a finding that is the same but for the name. */
function renamedTo(
  { operation, check, clause, outcome }: BaselineFinding,
  { operations, findings }: Report,
): (readonly [from: string, to: string])[] {
  if (operations.some(({ id }) => id === operation)) return [];
  const same = findings.find(
    (finding) =>
      finding.severity === 'error' &&
      finding.check === check &&
      finding.outcome === outcome &&
      finding.clause.id === finding.operation + clause.slice(operation.length),
  );
  return same ? [[operation, same.operation]] : [];
}
