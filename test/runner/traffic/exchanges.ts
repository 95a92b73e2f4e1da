import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTraffic, type Report, type TrafficOptions } from '../../../harness/index.ts';
import { PETS, write } from '../../cli/petstore.ts';

const folder = mkdtempSync(join(tmpdir(), 'traffic-'));

export interface Entry {
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
}

const JSON_HEADERS = [{ name: 'content-type', value: 'application/json' }];

/** An entry of a HAR file with a request that {@link PETS} has; the parts that are given replace those of a success. */
export function entry({ request = {}, response = {} }: Partial<Entry> = {}): Entry {
  const text = '{"id":1,"name":"Ida"}';
  return {
    request: {
      method: 'POST',
      url: 'http://api.example/pets',
      headers: JSON_HEADERS,
      postData: { mimeType: 'application/json', text },
      ...request,
    },
    response: { status: 200, headers: JSON_HEADERS, content: { size: text.length, text }, ...response },
  };
}

/** An entry with these bodies. */
export function posted(request: string, status: number, response: string): Entry {
  return entry({
    request: { postData: { mimeType: 'application/json', text: request } },
    response: { status, content: { size: Buffer.byteLength(response), text: response } },
  });
}

export function har(entries: readonly unknown[], name = 'session.har'): string {
  return write(folder, name, JSON.stringify({ log: { version: '1.2', entries } }, null, 1));
}

export function checkEntries(entries: readonly unknown[], options: Partial<TrafficOptions> = {}): Promise<Report> {
  return checkTraffic({ spec: PETS, files: [har(entries)], ...options });
}

/** Checks and messages of the findings. */
export function findingsOf({ findings }: Report): string[] {
  return findings.map(({ severity, check, message }) => `${severity} ${check}: ${message}`);
}
