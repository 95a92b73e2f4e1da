import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandRun, runCommand } from './run-command.ts';

/** Time limits of the commands in seconds. */
const LIMITS = { lint: 60, mock: 60, verify: 60, prove: 120 };

/** How much is measured of each document. */
export interface Effort {
  /** Seconds after which `verify` stops sending. */
  readonly verifySeconds: number;
  /** Seconds after which `prove` stops. */
  readonly proveSeconds: number;
  /** The most operations of a document that is mutation-tested. */
  readonly proveOperations: number;
}

/** Result of one command: `ok`, or what went wrong in a few words. */
export interface StageResult {
  readonly result: string;
  readonly details: readonly string[];
  readonly seconds: number;
  readonly megabytes: number | undefined;
}

export type StageName = 'lint' | 'mock' | 'verify' | 'prove';

export interface DocumentResult {
  readonly file: string;
  readonly bytes: number;
  readonly operations: number | undefined;
  /** First line of the message, if the document was rejected. */
  readonly rejected: string | undefined;
  readonly stages: Partial<Record<StageName, StageResult>>;
}

const MAX_DETAILS = 5;

/** Runs every command on a document, each as a process of its own. */
export async function measure(file: string, bytes: number, effort: Effort): Promise<DocumentResult> {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  try {
    return await measureIn(folder, file, bytes, effort);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureIn(
  folder: string,
  file: string,
  bytes: number,
  { verifySeconds, proveSeconds, proveOperations }: Effort,
): Promise<DocumentResult> {
  const lint = await runCommand(['lint', file], LIMITS.lint, folder);
  const stages: Partial<Record<StageName, StageResult>> = { lint: lintResult(lint) };
  if (lint.exit === 2) return { file, bytes, operations: undefined, rejected: firstLine(lint.stderr), stages };
  stages.mock = await mockResult(folder, file);
  const report = join(folder, 'verify.json');
  const verify = await runCommand(
    ['verify', file, '--max-time', `${verifySeconds}s`, '--json', report, '-q'],
    LIMITS.verify,
    folder,
  );
  const verified = readJson<VerifyReport>(report);
  stages.verify = verifyResult(verify, verified);
  const operations = verified?.operations.length;
  if (operations !== undefined && operations <= proveOperations)
    stages.prove = await proveResult(folder, file, proveSeconds);
  return { file, bytes, operations, rejected: undefined, stages };
}

function lintResult(run: CommandRun): StageResult {
  const errors = run.stdout.split('\n').filter((line) => line.includes(': error: '));
  if (run.exit === 1 && errors.length > 0) return stage(run, 'errors', errors.map(withoutPath));
  return stage(run, run.exit === 0 ? 'ok' : run.exit === 2 ? 'rejected' : failure(run), [firstLine(run.stderr)]);
}

/** Starts the mock, and requests its first operation as soon as it listens. */
async function mockResult(folder: string, file: string): Promise<StageResult> {
  let firstResponse: { status: number; seconds: number } | undefined;
  const startedAt = performance.now();
  const run = await runCommand(['mock', file, '--port', '0'], LIMITS.mock, folder, (child) => {
    let banner = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (banner.includes('\n')) return;
      banner += chunk.toString();
      const url = /http:\/\/\S+/.exec(banner)?.[0];
      if (url === undefined || !banner.includes('\n')) return;
      void fetch(url)
        .then(({ status }) => {
          firstResponse = { status, seconds: (performance.now() - startedAt) / 1000 };
        })
        // A mock that does not respond is a result, which must not end the run.
        .catch(() => undefined)
        .finally(() => child.kill('SIGTERM'));
    });
  });
  // The signal may come before the mock handles it.
  const isEnded = run.exit === 0 || run.exit === 'SIGTERM';
  const result = isEnded && firstResponse && firstResponse.status < 500 ? 'ok' : failure(run);
  return { ...stage(run, result, [firstLine(run.stderr)]), seconds: firstResponse?.seconds ?? run.seconds };
}

interface VerifyReport {
  readonly verdict: string;
  readonly operations: readonly { id: string; verified: boolean; reason?: string }[];
  readonly findings: readonly { check: string; operation: string; message: string; severity: string; actual: string }[];
}

function verifyResult(run: CommandRun, report: VerifyReport | undefined): StageResult {
  if (!report || run.exit === 'timeout') return stage(run, failure(run), [firstLine(run.stderr)]);
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const shown = errors.map(
      ({ operation, check, message, actual }) => `${check}: ${operation}: ${message}: ${actual}`,
    );
    return stage(run, 'findings', shown);
  }
  const unverified = report.operations.filter(({ verified }) => !verified).map(({ id }) => id);
  return stage(run, report.verdict === 'passed' ? 'ok' : report.verdict, unverified);
}

interface ProveReport {
  readonly summary: string;
  readonly complete: boolean;
  readonly survivors: readonly string[];
  readonly falsePositives: readonly {
    description: string;
    falsePositives: readonly { case: string; message: string }[];
  }[];
}

async function proveResult(folder: string, file: string, seconds: number): Promise<StageResult> {
  const json = join(folder, 'prove.json');
  const run = await runCommand(['prove', file, '--max-time', `${seconds}s`, '--json', json], LIMITS.prove, folder);
  const report = readJson<ProveReport>(json);
  if (!report) return stage(run, failure(run), [firstLine(run.stderr)]);
  const { survivors, falsePositives, complete } = report;
  const descriptions = falsePositives.map(
    (each) => `${each.description}: ${each.falsePositives[0]?.case} ${each.falsePositives[0]?.message}`,
  );
  if (descriptions.length > 0) return stage(run, 'false positives', descriptions);
  if (survivors.length > 0) return stage(run, 'survivors', survivors);
  return stage(run, complete ? 'ok' : 'unfinished', []);
}

function stage({ seconds, megabytes }: CommandRun, result: string, details: readonly string[]): StageResult {
  const shown = details.filter((line) => line !== '').map((line) => line.slice(0, 300));
  return { result, details: shown.slice(0, MAX_DETAILS), seconds, megabytes };
}

function failure({ exit, stderr }: CommandRun): string {
  if (/\n {4}at /.test(stderr)) return 'crash';
  return typeof exit === 'string' ? exit : `exit ${exit}`;
}

function firstLine(text: string): string {
  return withoutPath(text.split('\n').find((line) => line !== '') ?? '');
}

function withoutPath(line: string): string {
  return line.replace(/^\S*\/(?=[^/]+:\d+:)/, '');
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
