import { createSecureContext } from 'node:tls';
import { UsageError } from '../core/errors.ts';
import { readRegularFile } from '../core/util/regular-file.ts';

/** TLS options: PEM contents, and whether the certificate of the service is verified. */
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
  /** Accepts any certificate of the service. */
  readonly insecure?: boolean | undefined;
}

/**
 * Reads the PEM files of `--ca`, `--cert` and `--key`.
 * @throws {UsageError} for a file that cannot be read or used, and for a certificate without its key
 */
export function readTls({ ca, cert, key, insecure }: TlsFiles): TlsSettings {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError(cert === undefined ? '--key requires --cert' : '--cert requires --key');
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
      `invalid --cert, --key or --ca: ${(error as Error).message}. Use PEM files; --key must match --cert.`,
    );
  }
  return settings;
}

/** @throws {UsageError} for a file that cannot be read */
export function readPem(option: string, file: string): string {
  try {
    return readRegularFile(file).toString('utf8');
  } catch (error) {
    throw new UsageError(`cannot read --${option} ${file}: ${(error as Error).message}`);
  }
}

/** True if the certificate of the service was not trusted, or ours was rejected. */
export function isCertificateError({ code = '' }: NodeJS.ErrnoException): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code);
}
