import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { GeneratedBlock } from './generated.ts';

const FOLDER = 'examples/clients';

/** Files of examples/clients that docs/clients.md shows; the tests run them (test/examples/). */
const FILES = [
  ...['client.ts', 'tests/client.test.ts', 'msw.ts', 'tests/msw.test.ts', 'vite.config.ts', 'playwright.config.ts'],
  ...['browser/tasks.spec.ts', 'cypress.config.js', 'cypress/tasks.cy.js', 'next.config.mjs'],
];

export const exampleFiles: readonly GeneratedBlock[] = FILES.map((name) => ({
  file: 'docs/clients.md',
  name,
  content: () => {
    const code = readFileSync(join(process.cwd(), FOLDER, name), 'utf8').replace(/^\/\/ biome-ignore .*\n/gm, '');
    return `\`\`\`${extname(name).slice(1).replace('mjs', 'js')}\n// ${name}\n${code.trim()}\n\`\`\``;
  },
}));
