/** Measures the memory of the mock over a million requests that create, read, list, replace and delete records. */
import autocannon from 'autocannon';
import { type Contender, start } from './contender.ts';

const ROUNDS = 10;
const ROUND_REQUESTS = 100_000;
const CONNECTIONS = 8;
const HEADERS = { 'content-type': 'application/json' };
const MOCK: Contender = {
  name: 'mock',
  command: (port) =>
    ['dist/bundle/cli.cjs', 'mock', '--quiet', '--port', String(port)].concat(
      '--spec',
      'fixtures/crud/documents/notes.yaml',
    ),
};

/** Of ten requests three create a note, and one deletes one, so that more are created than the mock keeps. */
function requests(): autocannon.LoadRequest[] {
  let [created, count] = [0, 0];
  const latest = () => `/notes/${Math.max(1, created - (count % 1000))}`;
  const body = (number: number) => `{"title":"title ${number}","done":${number % 2 === 0}}`;
  const create = () => ({ method: 'POST', path: '/notes', body: body(++created) }) as const;
  const read = () => ({ method: 'GET', path: latest() }) as const;
  const replace = () => ({ method: 'PUT', path: latest(), body: body(count) }) as const;
  const list = () => ({ method: 'GET', path: `/notes?offset=${count % 900}` }) as const;
  const remove = () => ({ method: 'DELETE', path: latest() }) as const;
  return [create, read, create, replace, list, create, read, remove, replace, read].map((next) => ({
    ...{ method: 'GET', path: '/notes', headers: HEADERS },
    setupRequest: (request: autocannon.LoadRequest) => {
      count++;
      return { ...request, ...next() };
    },
  }));
}

/** MB resident before the first request, and after each hundred thousand, as a table. */
export async function benchMemory(): Promise<string> {
  const running = await start(MOCK);
  const memory = [running.memory()];
  const traffic = requests();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const { errors, ...counts } = await autocannon({
        url: running.url,
        connections: CONNECTIONS,
        amount: ROUND_REQUESTS,
        requests: traffic,
      });
      if (errors + counts['5xx'] > 0) throw new Error(`${errors} errors, ${counts['5xx']} failures`);
      memory.push(running.memory());
    }
  } finally {
    await running.stop();
  }
  const cells = memory.map((megabytes) => megabytes.toFixed(0)).join(' | ');
  const names = memory
    .map((_, round) => (round === 0 ? 'at the start' : `${(round * ROUND_REQUESTS) / 1000}`))
    .join(' | ');
  return `| thousand requests | ${names} |\n|${' --- |'.repeat(memory.length + 1)}\n| MB resident | ${cells} |`;
}
