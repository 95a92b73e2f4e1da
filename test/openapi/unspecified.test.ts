import { expect, test } from 'vitest';
import { loadContract } from '../../harness/openapi/load.ts';
import { isUnspecified } from '../../harness/openapi/unspecified.ts';
import { document, load } from './documents.ts';

test('x-unspecified may be a sentence, a list, or a sentence for each keyword', () => {
  const { unspecified } = load({
    'spec.yaml': document(
      'x-unspecified: [one, two]\ncomponents:\n  schemas:\n    S:\n      x-unspecified:\n        maximum: how large\n        minimum: how small\n',
    ),
  });
  expect(unspecified.map(({ pointer, description, location }) => `${pointer} ${description} ${location.line}`)).toEqual(
    [
      '#/x-unspecified/0 one 8',
      '#/x-unspecified/1 two 8',
      '#/components/schemas/S/x-unspecified/maximum how large 13',
      '#/components/schemas/S/x-unspecified/minimum how small 14',
    ],
  );
});

test('x-unspecified with keywords concerns those, any other concerns all of them', () => {
  const { document: found } = load({
    'spec.yaml': document(`components:
  schemas:
    Named: { x-unspecified: { maximum: m } }
    Whole: { x-unspecified: all }
    Closed: {}
    Behind: { $ref: '#/components/schemas/Whole' }
`),
  });
  const open = (name: string, ...keywords: string[]) => isUnspecified(found, `#/components/schemas/${name}`, keywords);
  expect([open('Named', 'maximum'), open('Named', 'minimum', 'maximum'), open('Named', 'minimum')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([open('Whole', 'anything'), open('Closed', 'anything'), open('Behind', 'anything')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('every x-unspecified of the document of this project has its own line', () => {
  const { unspecified } = loadContract('spec/openapi.yaml');
  expect(unspecified.length).toBeGreaterThan(10);
  expect(new Set(unspecified.map(({ location }) => location.line)).size).toBe(unspecified.length);
  expect(unspecified.every(({ description }) => /^[A-Z].*\.$/.test(description))).toBe(true);
});
