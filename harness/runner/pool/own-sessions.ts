import { isAcceptance, parseJsonBody } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Case, HttpResponse, JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { withCredentials } from '../../http/credentials.ts';
import { signsIn } from '../conclude/sign-in.ts';
import type { Executor } from '../suite.ts';

type Header = readonly [name: string, value: string];

const TOKEN_PROPERTY = /^(access_?|auth_?|bearer_?|session_?|id_?)?(token|jwt)$/i;

/** Signs in for each request that ends its session: that of the user's credentials goes on. */
export class OwnSessions {
  private readonly executor: Executor;
  private readonly ending = new Set<string>();

  constructor(executor: Executor) {
    this.executor = executor;
  }

  /**
   * Gives the requests of an operation sessions of their own.
   * @returns whether the service lets the program sign in, as the example of the document or of the user does
   */
  async open(operation: Operation): Promise<boolean> {
    const isPossible = (await this.signIn(operation)) !== undefined;
    if (isPossible) this.ending.add(operation.id);
    return isPossible;
  }

  /** The case with a session of its own, if it ends one. */
  async prepare(testCase: Case): Promise<Case> {
    if (!this.ending.has(testCase.operation.id) || testCase.withoutCredentials) return testCase;
    const header = await this.signIn(testCase.operation);
    return header ? { ...testCase, ownCredentials: [header] } : testCase;
  }

  private async signIn(operation: Operation): Promise<Header | undefined> {
    const { serviceState, credentials, client, signal } = this.executor;
    const name = this.headerOf(operation);
    if (name === undefined) return undefined;
    for (const { accepted } of serviceState.bases.values()) {
      if (!signsIn(accepted)) continue;
      const response = await client.send(withCredentials(accepted, credentials).request, signal);
      const isSignedIn = isResponse(response) && isAcceptance(accepted.operation, response.status);
      const token = isSignedIn ? tokenIn(response) : undefined;
      if (token !== undefined) return [name, name === 'Authorization' ? `Bearer ${token}` : token];
    }
    return undefined;
  }

  /** The header in which an operation takes a token (OpenAPI 3.0.3, Security Scheme Object). */
  private headerOf({ security }: Operation): string | undefined {
    const { document } = this.executor.contract;
    for (const name of security.flat()) {
      const { value } = document.resolve(appendTokens('#/components/securitySchemes', name));
      const scheme: JsonObject = isObject(value) ? value : {};
      if (scheme['type'] === 'apiKey') {
        if (scheme['in'] === 'header') return String(scheme['name']);
      } else if (scheme['type'] !== 'http' || /^bearer$/i.test(String(scheme['scheme']))) return 'Authorization';
    }
    return undefined;
  }
}

/** The token in the response to a login, at the top or in an envelope. */
function tokenIn(response: HttpResponse): string | undefined {
  const body = parseJsonBody(response);
  if ('problem' in body || !isObject(body.value)) return undefined;
  return [body.value, ...Object.values(body.value)].map(ownToken).find((token) => token !== undefined);
}

function ownToken(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).find(([name, token]) => TOKEN_PROPERTY.test(name) && typeof token === 'string');
  return found && String(found[1]);
}
