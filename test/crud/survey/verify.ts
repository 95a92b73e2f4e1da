import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentPath } from '../../../fixtures/crud/document.ts';

const CLI = 'dist/bundle/cli.cjs';
const TOKEN = 'CRUD_TOKEN';

/** What a report has about one violation. */
export interface SurveyFinding {
  /** Operation, check and clause. */
  readonly key: string;
  readonly operation: string;
  readonly check: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly clause: { readonly id: string };
}

export interface Verified {
  readonly verdict: 'passed' | 'failed' | 'unverified' | 'not run';
  readonly findings: readonly SurveyFinding[];
  readonly requestCount: number;
  readonly durationMs: number;
}

/** The part of the JSON report that is read. */
interface ReportFile {
  readonly verdict: Verified['verdict'];
  readonly findings: readonly SurveyFinding[];
  readonly operations: readonly { readonly sent: number }[];
  readonly durationMs: number;
}

/** Runs `contract verify` on a service that is running, with credentials as the only setting. */
export async function verify(document: string, url: string, args: readonly string[]): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), 'crud-survey-'));
  const report = join(folder, 'report.json');
  const token = document === 'tasks' ? await login(url) : undefined;
  const credentials = token === undefined ? [] : ['--bearer-env', TOKEN];
  const options = ['--spec', documentPath(document), '--target', url, '--report', `json=${report}`, '--quiet'];
  try {
    const code = await run([CLI, 'verify', ...options, ...credentials, ...args], { [TOKEN]: token ?? '' });
    if (code !== 0 && code !== 1) return { verdict: 'not run', findings: [], requestCount: 0, durationMs: 0 };
    return read(JSON.parse(readFileSync(report, 'utf8')) as ReportFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  await once(child, 'close');
  return child.exitCode;
}

function read({ operations, ...report }: ReportFile): Verified {
  return { ...report, requestCount: operations.reduce((sum, { sent }) => sum + sent, 0) };
}

/** Signs in as the example of the document does; returns the token. */
export async function login(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'demo', password: 'correct horse battery' });
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { data } = (await response.json()) as { readonly data: { readonly token: string } };
  return data.token;
}
