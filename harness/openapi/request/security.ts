import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, Operation } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../contract.ts';
import { splitQuery } from '../parameters/percent-decoding.ts';

interface Scheme {
  readonly description: string;
  readonly challenge: string;
  isGiven(request: ReceivedRequest): boolean;
}

/** Compiles the question whether a request brings the credentials that an operation asks for; their values are not judged. */
export function compileSecurityValidator(
  contract: Contract,
  operation: Operation,
): ((request: ReceivedRequest) => RequestProblem | undefined) | undefined {
  const alternatives = operation.security.map((names) => names.map((name) => readScheme(contract, name)));
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return undefined;
  const says = alternatives.map((schemes) => schemes.map((scheme) => scheme.description).join(' and ')).join(', or ');
  const challenges = new Set(alternatives.flat().map(({ challenge }) => challenge));
  const problem: RequestProblem = {
    status: 401,
    message: `credentials are required: ${says}`,
    headers: [['www-authenticate', [...challenges].join(', ')]],
  };
  return (request) =>
    alternatives.some((schemes) => schemes.every((scheme) => scheme.isGiven(request))) ? undefined : problem;
}

function readScheme(contract: Contract, name: string): Scheme {
  const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
  if (!isObject(value)) return { description: name, challenge: name, isGiven: () => true };
  if (value['type'] === 'apiKey') return apiKey(value);
  if (value['type'] === 'mutualTLS')
    return { description: 'a client certificate', challenge: 'mutual', isGiven: () => true };
  const scheme = value['type'] === 'http' ? String(value['scheme']) : 'bearer';
  const spelt = scheme.slice(0, 1).toUpperCase() + scheme.slice(1);
  return {
    description: `header authorization: ${spelt} ...`,
    challenge: /^basic$/i.test(scheme) ? 'Basic realm="mock"' : spelt,
    isGiven: ({ headers }) => new RegExp(`^${scheme} +\\S`, 'i').test(String(headers['authorization'] ?? '')),
  };
}

function apiKey({ in: place, name }: JsonObject): Scheme {
  const key = String(name);
  const challenge = `ApiKey in="${place}", name="${key}"`;
  const says = `${place} ${key}`;
  if (place === 'query')
    return { description: says, challenge, isGiven: ({ query }) => splitQuery(query).some(([each]) => each === key) };
  if (place === 'cookie') {
    const given = (cookie: string) => cookie.split(/;\s*/).some((pair) => pair.startsWith(`${key}=`));
    return { description: says, challenge, isGiven: ({ headers }) => given(String(headers['cookie'] ?? '')) };
  }
  return { description: says, challenge, isGiven: ({ headers }) => headers[key.toLowerCase()] !== undefined };
}
