import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { PETS, serveRecorded } from '../cli/petstore.ts';

const FILE = join(import.meta.dirname, `made-${process.pid}.spec.ts`);

beforeAll(() => {
  const target = `process.env['TARGET'] ?? ''`;
  writeFileSync(
    FILE,
    `import { contractTests } from '../../harness/vitest.ts';\ncontractTests({ spec: '${PETS}', target: ${target}, suites: ['examples'] });\n`,
  );
});
afterAll(() => rmSync(FILE));

test('each case is a test of its own; one that violates the contract fails with what the console would say', async () => {
  const { url } = await serveRecorded((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}'),
  );
  const vitest = await startVitest('test', [FILE], {
    watch: false,
    config: false,
    include: [FILE],
    reporters: [{}],
    env: { TARGET: url },
  });
  const tests = [...(vitest.state.getTestModules()[0]?.children.allTests() ?? [])];
  const results = tests.map((each) => [each.name, each.result().state]);
  const message = tests[0]?.result().errors?.[0]?.message;
  await vitest.close();
  process.exitCode = undefined;
  expect(results).toEqual([
    ['createPet: document example ida', 'failed'],
    ['createPet is verified', 'passed'],
    ['requests together', 'passed'],
  ]);
  expect(message).toContain('createPet: /name of the 200 response body is required');
  expect(message).toContain(`reproduce    curl -i --path-as-is --globoff -X 'POST' '${url}/pets'`);
});
