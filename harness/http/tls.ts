import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { UsageError } from '../core/errors.ts';

/** Options of a TLS connection: PEM texts, and whether the service must prove who it is. */
export interface TlsSettings {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: boolean;
}

export interface TlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Accept any certificate of the service. */
  readonly insecure?: boolean | undefined;
}

/**
 * Reads the PEM files of `--ca`, `--cert` and `--key`.
 * @throws {UsageError} for a file that cannot be read or used, and for a certificate without its key
 */
export function readTls({ ca, cert, key, insecure }: TlsFiles): TlsSettings {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError(
      cert === undefined
        ? '--key needs --cert: the certificate that it belongs to'
        : '--cert needs --key: its private key',
    );
  const settings: TlsSettings = {
    ...(ca === undefined ? {} : { ca: readPem('ca', ca) }),
    ...(cert === undefined ? {} : { cert: readPem('cert', cert) }),
    ...(key === undefined ? {} : { key: readPem('key', key) }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
  try {
    createSecureContext(settings);
  } catch (error) {
    throw new UsageError(
      `--cert, --key or --ca cannot be used: ${(error as Error).message}. Give PEM files that belong together.`,
    );
  }
  return settings;
}

function readPem(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read --${option} ${file}: ${(error as Error).message}`);
  }
}

/** True where the other side's certificate was not believed, or this side's was refused. */
export function isCertificateError({ code = '' }: NodeJS.ErrnoException): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code);
}
