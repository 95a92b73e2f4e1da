import { InputError, unknownName } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { HttpClient, HttpRequest, HttpResponse, Operation } from '../../core/model.ts';
import { credentialsIn } from '../../core/secrets/secret-values.ts';
import { type Credentials, credentialHeader, credentialsFor, securityScheme } from '../../http/credentials.ts';
import type { Contract } from '../../openapi/contract.ts';
import { percentEncode } from '../../openapi/parameters/serialize.ts';
import type { CaseSource } from '../suite.ts';
import { type Login, prepareLogin, signIn, tokenIn } from './login.ts';
import type { AuthSetting } from './read-auth.ts';

/** A login with the tokens that it has issued, the current one last. */
interface LiveLogin {
  readonly login: Login;
  /** Lower-case name of the header that carries the token; undefined if it is in the query. */
  readonly header: string | undefined;
  readonly issued: string[];
  /** Set while another token is fetched. */
  pending?: Promise<string> | undefined;
}

/** The credentials of a run by security scheme, and the logins that renew them. */
export class AuthSession {
  /** Every value that must not be shown. */
  readonly secrets: Set<string>;
  private readonly contract: Contract;
  private readonly settings: readonly AuthSetting[];
  private readonly source: CaseSource;
  private headers: HttpRequest['headers'];
  private readonly logins = new Map<string, LiveLogin>();

  constructor(source: CaseSource, settings: readonly AuthSetting[], headers: HttpRequest['headers']) {
    this.source = source;
    this.contract = source.contract;
    this.settings = settings;
    this.headers = headers;
    this.secrets = new Set(settings.flatMap(({ value }) => (value === undefined ? [] : [value, ...passwordIn(value)])));
  }

  /** Adds headers to every request, whose values are secret. */
  addHeaders(added: HttpRequest['headers']): void {
    const names = new Set(added.map(([name]) => name.toLowerCase()));
    this.headers = [...this.headers.filter(([name]) => !names.has(name.toLowerCase())), ...added];
    for (const value of added.flatMap(([, each]) => credentialsIn(each))) this.secrets.add(value);
  }

  /** Logs in once with each login. @throws {InputError} if a login fails */
  async open(client: HttpClient, signal: AbortSignal): Promise<void> {
    for (const setting of this.settings) {
      const { scheme, login } = setting;
      if (!login) continue;
      const operation = loginOperation(this.contract, setting, login.operation);
      const prepared = prepareLogin(this.source, setting, login, operation, this.headers);
      const isDeclared = securityScheme(this.contract, scheme) !== undefined;
      const header = isDeclared ? credentialHeader(this.contract, scheme) : setting.header?.toLowerCase();
      const live: LiveLogin = { login: prepared, header, issued: [] };
      this.logins.set(scheme, live);
      await this.fetchToken(live, client, signal);
    }
  }

  /** What authenticates the requests of an operation. */
  credentials(operation: Operation): Credentials {
    const { headers, query } = credentialsFor(this.contract, operation, (scheme) => this.valueFor(scheme));
    const undeclared = this.settings.flatMap(({ scheme, header }) => {
      const value = header === undefined || securityScheme(this.contract, scheme) ? undefined : this.valueFor(scheme);
      const isLogin = this.logins.get(scheme)?.login.operation === operation;
      return header === undefined || value === undefined || isLogin ? [] : [[header, value] as const];
    });
    return { headers: [...headers, ...undeclared, ...this.headers], query };
  }

  /**
   * Replaces the token of a request that was not accepted (401).
   * @returns the request with the current token; undefined if it has none that was issued, or the login fails
   */
  async renew(request: HttpRequest, client: HttpClient, signal: AbortSignal): Promise<HttpRequest | undefined> {
    for (const live of this.logins.values()) {
      const old = live.issued.findLast((token) => withToken(request, live.header, token, token) !== undefined);
      if (old === undefined) continue;
      const current = live.issued.at(-1);
      const next = current === old ? await this.tryFetch(live, client, signal) : current;
      if (next !== undefined && next !== old) return withToken(request, live.header, old, next);
    }
    return undefined;
  }

  /** Remembers the tokens that the tests of a login operation are given, as secrets. */
  observe(request: HttpRequest, response: HttpResponse): void {
    for (const { login } of this.logins.values()) {
      if (request.method !== login.operation.method || request.path !== login.request.path) continue;
      const token = tokenIn(response, login.token);
      if (token !== undefined) this.secrets.add(token);
    }
  }

  private valueFor(scheme: string): string | undefined {
    const setting = this.settings.find((each) => each.scheme === scheme);
    const value = this.logins.get(scheme)?.issued.at(-1) ?? setting?.value;
    return value === undefined ? undefined : `${setting?.prefix ?? ''}${value}`;
  }

  /** Requests that find out at the same time that a token has expired log in once. */
  private fetchToken(live: LiveLogin, client: HttpClient, signal: AbortSignal): Promise<string> {
    live.pending ??= signIn(live.login, client, signal)
      .then((token) => {
        live.issued.push(token);
        this.secrets.add(token);
        return token;
      })
      .finally(() => {
        live.pending = undefined;
      });
    return live.pending;
  }

  private async tryFetch(live: LiveLogin, client: HttpClient, signal: AbortSignal): Promise<string | undefined> {
    try {
      return await this.fetchToken(live, client, signal);
    } catch (error) {
      // The 401 response stands for itself.
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}

/** @throws {InputError} for a scheme or a login operation that the document does not have */
export function checkAuth(contract: Contract, settings: readonly AuthSetting[]): void {
  for (const setting of settings) {
    checkScheme(contract, setting);
    if (setting.login) loginOperation(contract, setting, setting.login.operation);
  }
}

/** Of `user:password`. */
function passwordIn(value: string): string[] {
  return credentialsIn(`Basic ${Buffer.from(value).toString('base64')}`);
}

function checkScheme(contract: Contract, { scheme, header, location }: AuthSetting): void {
  if (securityScheme(contract, scheme) || header !== undefined) return;
  const schemes = contract.document.at('#/components/securitySchemes');
  const names = isObject(schemes) ? Object.keys(schemes) : [];
  if (names.length > 0)
    throw unknownName(`auth: the document has no security scheme ${scheme}`, scheme, names, location);
  throw new InputError(`auth.${scheme} needs header: the document has no security schemes`, location);
}

function loginOperation(contract: Contract, { scheme, location }: AuthSetting, name: string): Operation {
  const operation = contract.operation(name);
  if (operation) return operation;
  const ids = contract.operations.map(({ id }) => id);
  throw unknownName(`auth.${scheme}.login: unknown operation ${name}`, name, ids, location, MAX_LISTED_NAMES);
}

const MAX_LISTED_NAMES = 20;

/** @returns undefined if the request does not carry the old token */
function withToken(
  request: HttpRequest,
  header: string | undefined,
  old: string,
  next: string,
): HttpRequest | undefined {
  if (header === undefined) {
    const before = `=${percentEncode(old)}`;
    const pairs = request.path.split('&');
    if (!pairs.some((pair) => pair.endsWith(before))) return undefined;
    const renewed = pairs.map((pair) =>
      pair.endsWith(before) ? pair.slice(0, 1 - before.length) + percentEncode(next) : pair,
    );
    return { ...request, path: renewed.join('&') };
  }
  const isOwn = ([name, value]: readonly [string, string]) => name.toLowerCase() === header && value.includes(old);
  if (!request.headers.some(isOwn)) return undefined;
  const headers = request.headers.map((pair) =>
    isOwn(pair) ? ([pair[0], pair[1].replace(old, () => next)] as const) : pair,
  );
  return { ...request, headers };
}
