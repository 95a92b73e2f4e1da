import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderers } from '../../harness/report/index.ts';
import { median, table, time } from './process.ts';

const ROUNDS = 5;

/** What every report at once adds to a run, in pairs of runs. */
export async function benchReports(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const plain: number[] = [];
  const reporting: number[] = [];
  const reports = Object.keys(renderers).flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const without = await time(process.execPath, ['dist/bundle/cli.cjs', 'verify']);
      const withAll = await time(process.execPath, ['dist/bundle/cli.cjs', 'verify', ...reports]);
      if (round === 0) continue;
      plain.push(without.ms);
      reporting.push(withAll.ms);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const ratio = median(reporting.map((ms, round) => ms / (plain[round] ?? Number.NaN)));
  return table([
    ['verify on the mock, all suites', 'median', 'ratio'],
    ['no report', `${median(plain).toFixed(0)} ms`, '1.00'],
    [`all ${Object.keys(renderers).length} reports`, `${median(reporting).toFixed(0)} ms`, ratio.toFixed(2)],
  ]);
}
