import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CaseResult, Expectation } from '../../../../harness/core/model.ts';
import { UniqueValues } from '../../../../harness/generate/requests/unique-values.ts';
import { createHttpClient } from '../../../../harness/http/client.ts';
import { loadContract } from '../../../../harness/openapi/load.ts';
import type { Suite } from '../../../../harness/runner/suite.ts';
import { createDreddSuite } from '../../../../harness/runner/suites/dredd/suite.ts';
import { loadExamples } from '../../../../harness/runner/suites/examples.ts';
import { evaluate } from '../../../checks/exchanges.ts';
import { all, type ContextParts, context } from '../../helpers.ts';
import { serve, serveRaw } from './service.ts';

/** One thread for all runs, since each would take 0.2 s to load Dredd. */
let dredd: Suite;
beforeAll(() => {
  dredd = createDreddSuite();
});
afterAll(() => dredd.close?.());

interface Run {
  readonly outcomes: readonly CaseResult[];
  readonly leftOut: readonly string[];
}

interface Runs extends ContextParts {
  readonly intent?: Expectation;
  readonly cases?: number;
}

/** Runs Dredd with so many examples of an operation that are to be accepted, or rejected. */
async function run(baseUrl: string, { intent: expectation = 'accept', cases = 1, ...parts }: Runs = {}): Promise<Run> {
  const skipped: string[] = [];
  const target = createHttpClient({ baseUrl, timeoutMs: 1000, connections: 1 });
  onTestFinished(() => target.close());
  const { operations } = contract;
  const examples = loadExamples({ contract, operations, unique: new UniqueValues(1) }, ['fixtures/examples']);
  const chosen = (parts.examples ?? examples).filter(
    (each) => each.expectation === expectation && each.operation.id === 'createTurtle',
  );
  const ids = new Set(chosen.slice(0, cases).map(({ id }) => id));
  const given = context(target, { examples, ...parts, isSelected: (id) => ids.has(id) }, skipped);
  return { outcomes: await all(dredd.run(given)), leftOut: skipped };
}

/** Responds to each request with this. */
function always(status: number, body: string | Uint8Array, headers: OutgoingHttpHeaders = json): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end(body);
}

const json = { 'content-type': 'application/json' };
const turtle = '{"id":1,"name":"Shelly"}';
const contract = loadContract('spec/openapi.yaml');

describe('Dredd names the clause that the other suites name', () => {
  test.each<[string, number, string | Uint8Array, OutgoingHttpHeaders, message: string]>([
    ['an empty body', 201, '', json, 'the body is not a parseable JSON: the body is empty'],
    ['no body', 204, '', {}, "At '/content-type' Missing required property: content-type"],
    ['neither a body nor a media type', 201, '', {}, "At '/content-type' Missing required property: content-type"],
    ['no media type', 201, turtle, {}, "At '/content-type' Missing required property: content-type"],
    ['another media type', 201, turtle, { 'content-type': 'text/plain' }, `No enum match for: "text/plain"`],
    ['an HTML page', 201, '<p>Created</p>', { 'content-type': 'text/html' }, `No enum match for: "text/html"`],
    ['an HTML page as JSON', 201, '<p>Created</p>', json, 'the body is not a parseable JSON: '],
    ['a byte order mark', 201, `\ufeff${turtle}`, json, 'the body is not a parseable JSON: '],
    ['Latin-1', 201, Buffer.from('{"id":1,"name":"é"}', 'latin1'), json, 'the body is not a parseable JSON: '],
    ['text behind it', 201, `${turtle}\nOK`, json, 'the body is not a parseable JSON: '],
    ['gzip that is none', 201, turtle, { ...json, 'content-encoding': 'gzip' }, 'the body is not gzip: '],
    ['an unknown coding', 201, turtle, { ...json, 'content-encoding': 'br9' }, 'the content coding br9 is unknown'],
    ['a missing member', 201, '{"name":"Shelly"}', json, "At '/id' Missing required property: id"],
    ['a number as text', 201, '{"id":"1","name":"Shelly"}', json, "At '/id' Invalid type: string (expected integer)"],
    ['a number that is too large', 201, '{"id":1e19,"name":"a"}', json, 'data/id should be <= '],
    ['a list', 201, `[${turtle}]`, json, "At '' Invalid type: array (expected object)"],
  ])('%s', async (_, status, body, headers, message) => {
    const { outcomes: results } = await run(await serve(always(status, body, headers)));
    const findings = results.flatMap((result) => result.findings);
    expect(findings.map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
    const exchange = results[0]?.exchange;
    if (!exchange || 'kind' in exchange.response) throw new Error('there is no response');
    const others = evaluate(contract, { operation: 'createTurtle' }, exchange.response);
    expect(others.map(({ clause }) => clause.id)).toEqual(
      expect.arrayContaining(findings.map(({ clause }) => clause.id)),
    );
  });

  test('a status that has no body breaks what is said of the media type, although one is named', async () => {
    const { outcomes: results } = await run(await serve(always(204, '', json)));
    expect(results[0]?.findings).toMatchObject([
      {
        clause: { id: 'createTurtle response 2XX media type' },
        message: 'Dredd: status 204 comes without the expected body',
      },
    ]);
  });

  test('of an error that the contract documents: its own member, and not the first that is required', async () => {
    const response = always(400, '{"code":40000000000,"message":"no"}');
    const { outcomes: results } = await run(await serve(response), { intent: 'reject' });
    expect(results[0]?.findings).toMatchObject([
      { clause: { id: 'createTurtle response default body application/json /code format' }, actual: '40000000000' },
    ]);
  });
});

test.each([
  ['gzip', gzipSync(turtle)],
  ['deflate', deflateSync(turtle)],
  ['identity', turtle],
  ['deflate, GZIP', gzipSync(deflateSync(turtle))],
])('content codings are undone: %s', async (coding, body) => {
  const { outcomes: results } = await run(await serve(always(201, body, { ...json, 'content-encoding': coding })));
  expect(results).toMatchObject([{ status: 'pass', findings: [] }]);
});

describe('a service that stops responding is not waited for again and again', () => {
  const hanging = (responses: (turn: number) => boolean): RequestListener => {
    let turn = 0;
    return (request, response) => {
      if (responses(++turn)) always(201, turtle)(request, response);
    };
  };

  test.each<[string, (turn: number) => boolean, number, string]>([
    ['3 in a row', () => false, 3, '7 requests were not sent: 3 consecutive timeouts'],
    ['6 in all', (turn) => turn % 2 === 0, 11, '1 requests were not sent: 6 timeouts'],
  ])('%s', async (_, responses, testCase, why) => {
    const { outcomes: results, leftOut: skipped } = await run(await serve(hanging(responses)), {
      cases: testCase === 3 ? 10 : 12,
      timeoutMs: 400,
    });
    expect([results.length, skipped]).toEqual([testCase, [why]]);
  });

  test('nothing is left out where there is nothing more to send', async () => {
    const endpoint = await serveRaw(() => undefined);
    const { outcomes: results, leftOut: skipped } = await run(endpoint, { cases: 3, timeoutMs: 400 });
    expect([results.length, skipped]).toEqual([3, []]);
  });

  test('and the next run begins anew', async () => {
    expect((await run(await serveRaw(() => undefined), { cases: 4, timeoutMs: 400 })).leftOut).toHaveLength(1);
    const { outcomes: results } = await run(await serve(always(201, turtle)), { cases: 4 });
    expect(results.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });
});
