import { createRequire } from 'node:module';
import { isIP } from 'node:net';

/** A certificate with its key, in PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Browsers accept no server certificate that is valid for longer. */
const VALID_DAYS = 397;
const DAY_MS = 86_400_000;

/** Makes a certificate of this machine for a server, signed by itself. */
export async function createCertificate(host: string): Promise<ServerCertificate> {
  const { generate } = createRequire(import.meta.url)('#vendor/selfsigned') as typeof import('#vendor/selfsigned');
  const names = new Set(['localhost', '127.0.0.1', '::1', host]);
  const altNames = [...names].map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const made = await generate([{ name: 'commonName', value: 'contract mock' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'subjectAltName', altNames },
      { name: 'extKeyUsage', serverAuth: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}
