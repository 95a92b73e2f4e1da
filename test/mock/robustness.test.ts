import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../harness/core/model.ts';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { type Attack, attacks } from './attacks.ts';
import { breaches } from './conformance.ts';
import { type RawResponse, readResponses, send } from './raw-http.ts';

const SEED = 'unkillable-1';
const ATTACKS = 3000;
const AT_ONCE = 40;
/** Bytes of heap that may remain; Prism's remembered responses and the kept requests are among them. */
const REMAINS = 40 * 1024 * 1024;

let contract: Contract;
let operation: Operation;
let mock: Mock;
const slow: Socket[] = [];

beforeAll(async () => {
  contract = loadContract('spec/openapi.yaml');
  operation = contract.operation('createAnimal') as Operation;
  mock = await startMock({ contract });
});
afterAll(async () => {
  for (const socket of slow) socket.destroy();
  await mock.close();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Carries out an attack and gives what came back until the connection ended, or every whole request was responded to. */
function launch({ bytes, requests, afterwards }: Attack): Promise<RawResponse[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(mock.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(readResponses(Buffer.concat(chunks)));
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (afterwards === 'wait' && readResponses(Buffer.concat(chunks)).length >= requests) finish();
    });
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    if (afterwards === 'end') socket.end(bytes);
    else socket.write(bytes, () => afterwards === 'break off' && finish());
  });
}

/** What a response breaks of the contract; the response to OPTIONS is in none. Garbage must not be accepted. */
function validate(response: RawResponse, { kind }: Attack): string[] {
  if (kind === 'random bytes' && response.status < 400) return [`${response.status} to garbage`];
  if (response.status === 204) return response.body.length === 0 ? [] : ['204 with a body'];
  return breaches(contract, operation, response);
}

test(`survives ${ATTACKS} hostile connections and sends a conforming response to every complete request`, async () => {
  for (let index = 0; index < 50; index++) {
    const socket = connect(mock.port, '127.0.0.1', () =>
      socket.write('POST /turtles HTTP/1.1\r\nhost: localhost\r\nx-slow: '),
    );
    socket.on('error', () => socket.destroy());
    slow.push(socket);
  }
  const queue = attacks(SEED, ATTACKS);
  await Promise.all(queue.splice(0, 200).map(launch));
  const before = heap();
  const failures: string[] = [];
  let responded = 0;
  const worker = async () => {
    for (let attack = queue.shift(); attack; attack = queue.shift()) {
      const responses = await launch(attack);
      responded += responses.length;
      const report = (says: string) =>
        failures.push(`${attack.kind}: ${says}: ${attack.bytes.toString('latin1').slice(0, 300)}`);
      if (responses.length < attack.requests) report(`${responses.length} responses to ${attack.requests} requests`);
      for (const response of responses)
        for (const breach of validate(response, attack)) report(`${breach}; ${response.body.toString()}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(failures).toEqual([]);
  expect(responded).toBeGreaterThan(ATTACKS);
  expect(heap() - before).toBeLessThan(REMAINS);
  const record = '{"id":1,"name":"Mia"}';
  const headers = { 'content-type': 'application/json' };
  expect((await send(mock.port, { target: '/turtles', headers, body: record })).body.toString()).toBe(record);
});
