import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkTraffic } from '../../../harness/index.ts';
import { write } from '../../cli/petstore.ts';
import { checkEntries, entry, findingsOf } from './exchanges.ts';

const WRONG = '{"id":"x","name":"Ida"}';
const FORM = { name: 'Content-Type', value: 'application/x-www-form-urlencoded' };
const JSON_TYPE = { name: 'content-type', value: 'application/json' };
const coded = (name: string) => ({ headers: [JSON_TYPE, { name: 'content-encoding', value: name }] });

describe('a violation is found however a recorder writes the body', () => {
  test.each([
    [
      'the size of the coded body, as mitmproxy 8',
      { size: 43, compression: WRONG.length - 43, text: WRONG },
      coded('gzip'),
    ],
    [
      'the coded body in base64',
      { size: 43, text: gzipSync(WRONG).toString('base64'), encoding: 'base64' },
      coded('gzip'),
    ],
    ['a size of the characters that are written', { size: 32, text: btoa(WRONG), encoding: 'base64' }, {}],
    ['no size', { text: WRONG }, {}],
    ['a size of -1', { size: -1, text: WRONG }, {}],
    ['the size as text', { size: String(WRONG.length), text: WRONG }, {}],
  ])('%s', async (_, content, response) => {
    const report = await checkEntries([entry(), entry({ response: { ...response, content } })]);
    expect(findingsOf(report)).toEqual([
      'error response-schema: /id of the 200 response body must be an integer, got "x"',
    ]);
  });

  test('the status as text, and headers of all kinds', async () => {
    const headers = [
      JSON_TYPE,
      { name: ':status', value: '200' },
      { name: 'content-length', value: 23 },
      { name: 'x-empty', value: null },
      { name: '', value: '' },
    ];
    const response = { status: '200', headers, content: { text: WRONG } };
    expect((await checkEntries([entry(), entry({ response })])).findings).toHaveLength(1);
  });
});

describe('odd entries are no violations', () => {
  test.each([
    ['no response yet', { response: { status: null, headers: null } }],
    [
      'an aborted request',
      { response: { status: 0, statusText: '', headers: [], content: {}, _error: 'net::ERR_ABORTED' } },
    ],
    ['an empty text of a body that was sent', { response: { content: { size: 0, text: '' }, bodySize: 39 } }],
    [
      'a coding that is not known',
      { response: { ...coded('zstd'), content: { text: '/////w==', encoding: 'base64' } } },
    ],
    ['a HEAD in small letters', { request: { method: 'head' }, response: { headers: [JSON_TYPE] } }],
    ['a page from a data: URL', { request: { method: 'GET', url: 'data:text/html,<p>' } }],
    ['a tunnel', { request: { method: 'CONNECT', url: 'http://api.example:443/' } }],
    ['a failed WebSocket', { request: { method: 'GET', url: 'ws://api.example/pets' }, response: { status: 0 } }],
  ])('%s', async (_, parts) => {
    const report = await checkEntries([entry(), entry(parts)]);
    expect(findingsOf(report)).toEqual([]);
    expect(report.verdict).toBe('passed');
  });

  test('headers that are switched off were not sent', async () => {
    const headers = [JSON_TYPE, { name: 'content-length', value: '500', disabled: true }];
    const postData = { mimeType: 'application/json', text: '{"id":1}' };
    const report = await checkEntries([entry({ request: { headers, postData } })]);
    expect(findingsOf(report)).toEqual(['error expected-outcome: invalid request accepted']);
  });
});

const DOCUMENT = `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /files:
    post:
      operationId: addFile
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 8 } } }
      responses:
        '200':
          description: The file
          content:
            application/xml: { schema: { type: object, properties: { name: { type: string, maxLength: 4 } } } }
            text/plain: { schema: { type: string, maxLength: 4 } }
        '400': { description: Rejected }
`;
const spec = write(mkdtempSync(join(tmpdir(), 'recorders-')), 'files.yaml', DOCUMENT);
const added = (postData: object, content: object, type = 'text/plain') =>
  entry({
    request: { url: 'http://api.example/files', headers: [FORM], postData },
    response: { status: 200, headers: [{ name: 'content-type', value: type }], content },
  });
const params = (...values: string[]) => ({
  mimeType: FORM.value,
  params: values.map((value) => ({ name: 'name', value })),
});
const isAccepted = { text: 'ok' };

describe('bodies are the bytes that were sent', () => {
  const findings = async (...each: Parameters<typeof added>) =>
    findingsOf(await checkEntries([added(params('a'), isAccepted), added(...each)], { spec }));

  test('a form of which only the fields are there', async () => {
    expect(await findings(params('a b'), isAccepted)).toEqual([]);
    expect(await findings(params('more than 8'), isAccepted)).toEqual([
      'error expected-outcome: invalid request accepted',
    ]);
    // Nobody knows whether they are encoded already.
    expect(await findings(params('more%20than%208'), isAccepted)).toEqual([]);
  });

  test('a document in another encoding, which the recorder has read', async () => {
    const text = (name: string) => `<?xml version="1.0" encoding="ISO-8859-1"?><file><name>${name}</name></file>`;
    expect(await findings(params('a'), { text: text('éééé') }, 'application/xml')).toEqual([]);
    expect(await findings(params('a'), { text: text('ééééé') }, 'application/xml')).toHaveLength(1);
  });

  test('bytes that are no text, as Python escapes them', async () => {
    expect(await findings(params('a'), { size: 4, text: 'caf\udce9' })).toEqual([]);
  });
});

test('a recording may begin with a byte order mark', async () => {
  const text = `\uFEFF${JSON.stringify({ log: { entries: [entry({ response: { content: { text: WRONG } } })] } })}`;
  const file = write(mkdtempSync(join(tmpdir(), 'recorders-')), 'mark.har', text);
  expect(readFileSync(file)[0]).toBe(0xef);
  expect((await checkTraffic({ spec: 'test/cli/petstore.yaml', files: [file] })).findings).toHaveLength(1);
});
