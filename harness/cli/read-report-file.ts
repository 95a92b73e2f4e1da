import { InputError, UsageError } from '../core/errors.ts';
import type { Report } from '../core/report.ts';
import { readRegularFile } from '../core/util/regular-file.ts';

/**
 * Reads a JSON report.
 * @throws {UsageError} with the name of the file, if it cannot be read or is none
 */
export async function readReportFile(name: string): Promise<Report> {
  // Loaded here, so that help does not wait for the schema of the reports.
  const { readReport } = await import('../report/json/json.ts');
  try {
    return readReport(readRegularFile(name).toString('utf8'));
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(`${name}: ${error.message}`);
    throw new UsageError(`cannot read ${name}: ${(error as Error).message}`);
  }
}
