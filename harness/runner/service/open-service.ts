import { UsageError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { HttpRequest, Operation } from '../../core/model.ts';
import { redactError } from '../../core/secrets/redact-error.ts';
import { readKnownValues } from '../../generate/requests/read-known-values.ts';
import { type Credentials, placeholderCredentials } from '../../http/credentials.ts';
import type { Contract } from '../../openapi/contract.ts';
import { withRenewal } from '../auth/authenticated-client.ts';
import { AuthSession } from '../auth/session.ts';
import { SentRequests } from '../execute/sent-requests.ts';
import { callHook } from '../hooks/call-hook.ts';
import { endRun } from '../hooks/end-run.ts';
import { type HookedClient, withHooks } from '../hooks/hooked-client.ts';
import type { HookRun, RunPreparation } from '../hooks/hooks.ts';
import type { RunConfig } from '../settings/options.ts';
import { readHeaders } from '../settings/read-target.ts';
import type { CaseSource } from '../suite.ts';
import { openTarget, type RunTarget } from './open-target.ts';
import type { OwnMock } from './own-mock/own-mock.ts';

/** The service under test, with the credentials for its operations. */
export interface RunService extends RunTarget {
  readonly credentials: (operation: Operation) => Credentials;
  /** Whether a request that was not accepted (401) may be accepted with the credentials that there are now. */
  readonly renew: (request: HttpRequest) => Promise<boolean>;
  readonly hasCredentials: boolean;
  /** What was sent in place of requests that hooks changed, or whose token was renewed. */
  readonly sent: SentRequests;
  /** The request with the changes of hooks, for a suite with a client of its own. */
  readonly prepare: HookedClient['prepare'];
  /** Tells a hook of what such a client received. */
  readonly notify: HookedClient['notify'];
  /** Values that must not be shown; grows when tokens are issued. */
  readonly secrets: ReadonlySet<string>;
  /** Names of headers whose values must not be shown; grows with what hooks return. */
  readonly secretHeaders: ReadonlySet<string>;
}

/**
 * Opens the target of a run, prepares it with the hook of the user, and logs in.
 * @throws {UsageError} if it cannot be reached, or the hook fails
 * @throws {InputError} if a login fails
 */
export async function openService(
  config: RunConfig,
  source: CaseSource,
  mock: Promise<OwnMock> | undefined,
  signal: AbortSignal,
): Promise<RunService> {
  const { contract } = source;
  const isMock = mock !== undefined;
  const session = new AuthSession(source, isMock ? [] : config.auth, config.headers);
  const target = await openTarget(config, source, await mock, (operation) => session.credentials(operation), signal);
  const sent = new SentRequests();
  const { client, prepare, notify, setHeaders } = withHooks(target.client, contract, config.hooks, sent);
  let isPrepared = false;
  try {
    const hasHeaders = await prepareRun(config, source, session, { target: target.client.baseUrl, signal });
    isPrepared = true;
    await session.open(client, signal);
    return {
      ...target,
      client: config.auth.length > 0 && !isMock ? withRenewal(client, session, sent) : client,
      credentials: isMock ? mockCredentials(session, contract) : (operation) => session.credentials(operation),
      hasCredentials: source.hasCredentials || hasHeaders,
      renew: async (request) => (await session.renew(request, client, signal)) !== undefined,
      sent,
      prepare,
      notify,
      secrets: session.secrets,
      secretHeaders: setHeaders,
    };
  } catch (error) {
    await target.close();
    if (isPrepared) await endRun(config.hooks, undefined, signal.aborted);
    throw redactError(error, session.secrets);
  }
}

/** Calls the hook before the run and takes what it returns. @returns whether there are headers from it */
async function prepareRun(
  { hooks }: RunConfig,
  { contract, unique }: CaseSource,
  session: AuthSession,
  run: HookRun,
): Promise<boolean> {
  const { beforeRun } = hooks;
  const prepared = beforeRun && (await callHook('beforeRun', () => beforeRun(run)));
  if (!prepared) return false;
  const { values = {}, headers = {}, ...others } = checkPreparation(prepared);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`the hook beforeRun returned ${unknown}: ${PREPARATION}`);
  unique.addKnown(readKnownValues(contract, values));
  session.addHeaders(readHeaders(headers));
  return Object.keys(headers).length > 0;
}

const PREPARATION = 'it may return { values, headers } or nothing';

/** Hooks in JavaScript have no types. */
function checkPreparation(prepared: RunPreparation): RunPreparation {
  const { values = {}, headers = {} } = prepared;
  const isTextMap = isObject(headers) && Object.values(headers).every((value) => typeof value === 'string');
  if (typeof prepared === 'object' && isObject(values) && isTextMap) return prepared;
  throw new UsageError(`the hook beforeRun returned something else: ${PREPARATION}, both as maps`);
}

/** The mock gets placeholders for the credentials that its document requires, and the user's headers. */
function mockCredentials(session: AuthSession, contract: Contract): RunService['credentials'] {
  const byOperation = new Map(contract.operations.map((each) => [each.id, placeholderCredentials(contract, each)]));
  return (operation) => {
    const { headers } = session.credentials(operation);
    const placeholder = byOperation.get(operation.id);
    return { headers: [...(placeholder?.headers ?? []), ...headers], query: placeholder?.query ?? [] };
  };
}
