import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../harness/mock/mock.ts';
import { send } from './raw-http.ts';

const DOCUMENT = `
openapi: 3.0.3
info: { title: A schema that asks for Faker, version: "1" }
paths:
  /mail:
    get:
      responses:
        "200":
          description: An address
          content:
            application/json:
              schema:
                type: object
                required: [address]
                properties: { address: { type: string, x-faker: internet.email } }
`;

test('a schema with x-faker gets values of Faker', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faker-'));
  const spec = join(folder, 'openapi.yaml');
  writeFileSync(spec, DOCUMENT);
  const mock = await startMock({ spec, mode: 'dynamic', seed: 's' });
  const { body } = await send(mock.port, { method: 'GET', target: '/mail' });
  await mock.close();
  rmSync(folder, { recursive: true });
  expect(body.toString()).toMatch(/^\{"address":"[^"@]+@[^"@]+\.[a-z]+"/);
});
