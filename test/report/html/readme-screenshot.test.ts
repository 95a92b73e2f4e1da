import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const PICTURE = '.github/report.png';

test('the README shows the HTML report, says in words what the picture shows, and the picture is there', () => {
  const [, alternative = ''] =
    /!\[([^\]]+)\]\(\.github\/report\.png\)/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  expect(alternative.length).toBeGreaterThan(40);
  const picture = join(root, PICTURE);
  expect(readFileSync(picture).toString('latin1', 1, 4)).toBe('PNG');
  expect(statSync(picture).size).toBeLessThan(200_000);
});
