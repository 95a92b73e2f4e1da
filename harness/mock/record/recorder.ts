import type { HttpRequest, HttpResponse } from '../../core/model.ts';
import { DEFAULT_SECRET_FIELDS } from '../../core/secrets/default-secret-fields.ts';
import { SecretFields } from '../../core/secrets/secret-fields.ts';
import { isSecretHeader } from '../../core/secrets/secret-headers.ts';
import { credentialsIn, MASK, SecretValues } from '../../core/secrets/secret-values.ts';
import { decodeContent } from '../../http/content-coding.ts';
import { HarFile } from '../../http/har/har-file.ts';
import type { Contract } from '../../openapi/contract.ts';
import { credentialNames } from '../../openapi/credential-names.ts';
import type { MockRequest } from '../request-log.ts';
import { reasonPhrase } from '../respond/problem-details.ts';

type Headers = HttpRequest['headers'];

export interface RecorderOptions {
  /** HAR file; undefined to record nothing. */
  readonly record?: string | undefined;
  readonly recordSecrets?: boolean | undefined;
}

/** Creates what records the requests to some documents, without their credentials unless secrets are to be recorded. */
export function createRecorder(
  documents: readonly { readonly contract: Contract }[],
  { record, recordSecrets = false }: RecorderOptions,
): Recorder | undefined {
  if (record === undefined) return undefined;
  const secrets = documents.flatMap(({ contract }) => credentialNames(contract));
  return new Recorder(record, recordSecrets ? undefined : secrets);
}

/** Records the requests of a mock, and its responses, as a HAR file. */
class Recorder {
  private readonly har: HarFile;
  /** Names of secret headers and fields beside the usual ones; undefined: nothing is masked. */
  private readonly secrets: readonly string[] | undefined;

  /** @param secrets names of headers, fields and parameters to mask beside the usual ones; undefined to mask nothing */
  constructor(file: string, secrets: readonly string[] | undefined) {
    this.har = new HarFile(file);
    this.secrets = secrets;
  }

  add(baseUrl: string, received: MockRequest): void {
    const { receivedAt, durationMs } = received;
    const startedAt = new Date(receivedAt.getTime() - durationMs);
    const original = {
      request: requestOf(received),
      response: received.response.abort ? undefined : responseOf(received),
    };
    const { request, response } = this.secrets ? maskSecrets(original, this.secrets) : original;
    const masked = {
      request: request.body !== original.request.body,
      response: response?.body !== original.response?.body,
    };
    const url = URL.canParse(request.path, baseUrl) ? new URL(request.path, baseUrl).href : baseUrl;
    this.har.add({ startedAt, url, request, response, masked });
  }

  /** Leaves no file behind. */
  discard(): void {
    this.har.discard();
  }

  /** Completes the file. @throws {UsageError} if it cannot be written */
  finish(): void {
    this.har.finish();
  }
}

interface Recorded {
  readonly request: HttpRequest;
  readonly response: HttpResponse | undefined;
}

function requestOf({ method, path, headers, bytes }: MockRequest): HttpRequest {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, each] as const),
  );
  return { method, path, headers: pairs, body: bytes.length > 0 ? bytes : undefined };
}

/** The response with its body decoded (HAR 1.2, content). */
function responseOf({ response, status, durationMs }: MockRequest): HttpResponse {
  const codings = response.headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  const decoded = decodeContent(
    codings.map(([, value]) => value),
    response.body,
  );
  const body = 'problem' in decoded ? response.body : decoded.body;
  const { headers } = response;
  return { status, statusText: reasonPhrase(status), httpVersion: '1.1', headers, body, complete: true, durationMs };
}

/** Masks credentials and secret fields, and wherever else the exchange repeats them. */
function maskSecrets({ request, response }: Recorded, extra: readonly string[]): Recorded {
  const found: string[] = [];
  const keep = (value: string) => found.push(value);
  const fields = new SecretFields([...DEFAULT_SECRET_FIELDS, ...extra]);
  const path = fields.maskPath(request.path, keep);
  const [sent, received] = [request.body, response?.body].map((body) => body && fields.maskBody(body, keep));
  const secretHeaders = [...request.headers, ...(response?.headers ?? [])].filter(([name]) =>
    isSecretHeader(name, extra),
  );
  const isAttributeList = (name: string) => name.toLowerCase() === 'set-cookie';
  for (const [name, value] of secretHeaders)
    if (!isAttributeList(name)) for (const credential of credentialsIn(value)) keep(credential);
  const values = new SecretValues(found);
  const headers = (pairs: Headers): Headers =>
    pairs.map(([name, value]) => [name, isSecretHeader(name, extra) ? MASK : values.mask(value)]);
  return {
    request: {
      ...request,
      path: values.mask(path),
      headers: headers(request.headers),
      body: sent && values.maskBytes(sent),
    },
    response: response && {
      ...response,
      headers: headers(response.headers),
      body: received ? values.maskBytes(received) : response.body,
    },
  };
}
