import { createHash } from 'node:crypto';
import { isObject } from '../../../core/json/index.ts';
import type { Contract } from '../../../openapi/contract.ts';

export const DEFAULT_LIFETIME_SECONDS = 86_400;

interface Claims {
  /** Who the token is for. */
  readonly subject: string;
  readonly number: number;
  readonly lifetimeSeconds: number | undefined;
}

/** A token that no other sign-in has; a JWT without a signature if the document says that tokens are such. */
export function newToken(contract: Contract, { subject, number, lifetimeSeconds }: Claims): string {
  if (!hasJwt(contract)) return opaqueToken(subject, number);
  const issued = Math.floor(Date.now() / 1000);
  const lifetime = Number.isFinite(lifetimeSeconds) ? Number(lifetimeSeconds) : DEFAULT_LIFETIME_SECONDS;
  const claims = { sub: subject, iat: issued, exp: issued + lifetime, jti: String(number) };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

/** A text that no other sign-in has. */
export function opaqueToken(subject: string, number: number): string {
  return createHash('sha256').update(`${subject} ${number}`).digest('hex').slice(0, 32);
}

function hasJwt({ document }: Contract): boolean {
  return securitySchemes(document.root).some((scheme) => /^jwt$/i.test(String(scheme['bearerFormat'] ?? '')));
}

/** The name of the cookie that the document takes as credentials. */
export function credentialCookie({ document }: Contract): string | undefined {
  const scheme = securitySchemes(document.root).find((each) => each['type'] === 'apiKey' && each['in'] === 'cookie');
  return scheme && String(scheme['name']);
}

function securitySchemes({ components }: Contract['document']['root']) {
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return Object.values(isObject(schemes) ? schemes : {}).filter(isObject);
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
