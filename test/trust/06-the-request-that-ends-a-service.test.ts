import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { PETS, runCommand } from '../cli/petstore.ts';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { deafUrl } from '../servers.ts';

/** A service of the pets, as a process. `inspect` sees each body that is JSON; a promise that it rejects ends the process. */
const service = (inspect: string) => `
import { createServer } from 'node:http';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const depth = (value) =>
  value && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
const isPet = (pet) =>
  typeof pet === 'object' && pet !== null && Number.isSafeInteger(pet.id) && typeof pet.name === 'string';
createServer(async (request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let body;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return send(400, { code: 1, message: 'no JSON' });
  }
  ${inspect}
  if (isPet(body)) send(200, { id: 1, name: 'Ida' });
  else send(422, { code: 2, message: 'no pet' });
}).listen(process.argv[2], '127.0.0.1', () => console.log('listens'));
`;

const DEEP = "await wait(20); if (depth(body) > 100) throw new Error('too deep');";
const AFTER_RESPONSE = 'if (body === false) setTimeout(() => process.exit(3), 10);';

interface Finding {
  readonly check: string;
  readonly count: number;
  readonly cases: readonly string[];
  readonly message: string;
}

async function run(inspect: string, options: readonly string[], hasSetup = true) {
  const cwd = folder({ 'openapi.yaml': readFileSync(PETS, 'utf8'), 'service.mjs': service(inspect) });
  const url = await deafUrl();
  const { port } = new URL(url);
  if (!hasSetup) {
    const child = spawn(process.execPath, [join(cwd, 'service.mjs'), port], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill());
    await once(child.stdout, 'data');
  }
  const setup = hasSetup ? ['--setup', `exec node service.mjs ${port}`, '--wait', '60s'] : [];
  const args = ['verify', 'openapi.yaml', url, '--json', 'report.json', ...setup, ...options];
  const { code, out } = await contractHere(args, { cwd });
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  const findings: Finding[] = report.findings.filter(({ check }: Finding) => check === 'complete-response');
  return { code, out, findings, report };
}

describe('a request that ends the service', () => {
  test('is named, and the run goes on with a service that --setup started again', async () => {
    const { code, findings, out } = await run(DEEP, ['--suite', 'generated', '--suite', 'dredd', '--runs', '3']);
    expect(findings.map(({ count, cases }) => [count, cases.toSorted()])).toEqual([
      [2, ['createPet: body of 10,000 nested arrays', 'createPet: body with a deeply nested unknown property']],
    ]);
    expect(findings[0]?.message).toContain('the service ended; it ended again when the request was sent alone');
    expect(code).toBe(1);
    expect(out).toContain('the service ended and was started again with --setup');
    expect(out).not.toContain('not sent');
    expect(out).not.toMatch(/dredd .*failed/);
  });

  test('is one of those in flight if nobody can start the service again, and the finding says so', async () => {
    const { code, findings } = await run(DEEP, ['--suite', 'generated', '--runs', '3'], false);
    expect(code).toBe(1);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toMatch(
      /any of the \d requests in flight may have ended it: .*body of 10,000 nested arrays.*\. With --setup, the run/,
    );
  });

  test('is named also if it ends it only after its response', async () => {
    const { code, findings } = await run(AFTER_RESPONSE, ['--suite', 'generated', '--runs', '3']);
    expect(code).toBe(1);
    expect(findings).toHaveLength(1);
    // On a loaded machine, its response may be lost.
    expect(findings[0]?.message).toMatch(
      /shortly after the response to this request|ended again when the request was sent alone/,
    );
    expect(findings[0]?.cases).toEqual(['createPet: body is false']);
  });

  test('is sent no more after the third that ended it', async () => {
    const { code, out } = await run("if (!isPet(body)) throw new Error('no pet');", ['--suite', 'generated']);
    expect(code).toBe(1);
    expect(out).toMatch(/requests were not sent: \d+ requests to createPet ended the service/);
  });
});

describe('a base that always ends the service', () => {
  test('takes three starts of it, and the operation is not verified for that reason', async () => {
    const { code, out, findings } = await run('process.exit(4);', ['--suite', 'examples', '--suite', 'generated']);
    expect(code).toBe(1);
    expect(findings.length, out).toBe(1);
    expect(out).toMatch(/started again with --setup \([1-3] times\)/);
    expect(out).toMatch(/createPet .*not verified: no valid request was accepted; .* requests to createPet ended/);
  });
});

/** The service responds to nothing any more, as one that computes for ever, but leaves the processor to other tests. */
const STUCK = 'if (body === false) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
/** Longer than a busy machine lets a process wait: a request that times out for that is another finding, or halves those in flight. */
const STUCK_OPTIONS = ['--suite', 'generated', '--runs', '3', '--timeout', '8s'];

describe('a request that a service works at for ever', () => {
  test('is named, and the run goes on with a service that --setup started again', async () => {
    const { code, out, findings } = await run(STUCK, STUCK_OPTIONS);
    expect(code).toBe(1);
    expect(
      findings.map(({ cases, message }) => ({ cases, message })),
      out,
    ).toEqual([
      {
        cases: ['createPet: body is false'],
        message: expect.stringContaining(
          'the service responded to nothing any more, again when the request was sent alone',
        ),
      },
    ]);
    expect(out).not.toContain('not sent');
  });

  test('is one of those in flight if nobody can start the service again, and the finding says so', async () => {
    const { code, findings } = await run(STUCK, STUCK_OPTIONS, false);
    expect(code).toBe(1);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toMatch(
      /nothing any more; any of the \d+ requests in flight may be why: .*body is false.*\. With --setup, the run/,
    );
    // Also the last of them, whose timeout lets the run look for the cause.
    expect(findings[0]?.cases.filter((id) => !findings[0]?.message.includes(id))).toEqual([]);
  });
});

test('requests whose connections are dropped with that of another request are not blamed', async () => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // As a worker process that ends with all its connections, and another takes its place.
    if (Buffer.concat(chunks).equals(Buffer.from('false'))) server.closeAllConnections();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ida"}');
    }, 5);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { out } = await runCommand(verify, [url, '--spec', PETS, '--suite', 'generated', '--runs', '3']);
  expect(out.split('complete-response').length - 1).toBe(1);
  expect(out).toMatch(
    /complete-response\n(.*\n){2} {5}occurrences {2}1 time in generated\n.*case .*createPet: body is false\n/,
  );
});
