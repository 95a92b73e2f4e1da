import { createServer } from 'vite';
import { expect, test } from 'vitest';

test('the development server of Vite sends /api to the mock', async () => {
  const server = await createServer({ server: { host: '127.0.0.1', port: 0 }, logLevel: 'error' });
  try {
    await server.listen();
    const response = await fetch(new URL('/api/tasks/7', server.resolvedUrls?.local[0]));
    expect(await response.json()).toMatchObject({ id: 7 });
  } finally {
    await server.close();
  }
});
