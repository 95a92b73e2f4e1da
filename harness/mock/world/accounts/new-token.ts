import { createHash } from 'node:crypto';
import { isObject } from '../../../core/json/index.ts';
import type { Contract } from '../../../openapi/contract.ts';

const LIFETIME_SECONDS = 86_400;

/** A token that no other sign-in has; a JWT without a signature if the document says that tokens are such. */
export function newToken(contract: Contract, user: string, number: number): string {
  if (!hasJwt(contract)) return createHash('sha256').update(`${user} ${number}`).digest('hex').slice(0, 32);
  const issued = Math.floor(Date.now() / 1000);
  const claims = { sub: user, iat: issued, exp: issued + LIFETIME_SECONDS, jti: String(number) };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

function hasJwt({ document }: Contract): boolean {
  const { components } = document.root;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return Object.values(isObject(schemes) ? schemes : {}).some(
    (scheme) => isObject(scheme) && /^jwt$/i.test(String(scheme['bearerFormat'] ?? '')),
  );
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
