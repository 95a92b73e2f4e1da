import { documentPath } from '../../../fixtures/crud/document.ts';
import { type VerifyInput, verify as verifyService } from '../../../harness/index.ts';

/** What a report has about one violation. */
export interface SurveyFinding {
  /** Operation, check and clause. */
  readonly key: string;
  readonly operation: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly clause: string;
}

export interface Verified {
  readonly verdict: 'passed' | 'failed' | 'unverified' | 'not-run';
  readonly findings: readonly SurveyFinding[];
  readonly requestCount: number;
  readonly durationMs: number;
}

export interface Settings {
  readonly seed: number;
  readonly suites?: readonly string[];
  readonly runs?: number;
  /** Whether the credentials are those of a login, not a token. */
  readonly hasLogin?: boolean;
}

/** Verifies a service that is running, with credentials as the only setting. */
export async function verify(
  document: string,
  target: string,
  { hasLogin = false, ...settings }: Settings,
): Promise<Verified> {
  const spec = documentPath(document);
  const credentials = document === 'tasks' ? await credentialsOf(target, hasLogin) : {};
  const report = await verifyService({ spec, target, ...credentials, ...settings });
  const findings = report.findings.map(({ key, operation, severity, message, clause }) => {
    return { key, operation, severity, message, clause: clause.id };
  });
  const requestCount = report.operations.reduce((sum, { sent }) => sum + sent, 0);
  return { verdict: report.verdict, findings, requestCount, durationMs: report.durationMs };
}

async function credentialsOf(target: string, hasLogin: boolean): Promise<Pick<VerifyInput, 'headers' | 'auth'>> {
  if (hasLogin) return { auth: { bearerAuth: { login: 'login', token: '/data/token' } } };
  return { headers: [['Authorization', `Bearer ${await login(target)}`]] };
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
