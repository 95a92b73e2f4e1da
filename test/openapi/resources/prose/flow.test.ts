import { expect, test } from 'vitest';
import { toldFlow } from '../../../../harness/openapi/resources/prose/flow.ts';

const STATES = ['draft', 'in_review', 'published', 'archived'];

function forbidden(general: string, ofRejection = '') {
  const flow = toldFlow(STATES, general, ofRejection);
  return STATES.flatMap((from) => STATES.filter((to) => flow?.isForbidden(from, to)).map((to) => `${from} ${to}`));
}

test('all moves but those that are drawn are forbidden, if the document says so of others', () => {
  expect(forbidden('`draft` → `in_review` → `published`. Any other move is a conflict.')).toEqual([
    'draft draft',
    'draft published',
    'in_review draft',
    'in_review in_review',
    'published draft',
    'published in_review',
    'published published',
  ]);
});

test('the description of the rejection may say it, of moves to another state', () => {
  expect(forbidden('draft -> in_review, published', 'No such transition')).toEqual(
    ['in_review draft', 'published draft'].flatMap((each) =>
      each === 'in_review draft' ? [each, 'in_review published'] : [each, 'published in_review'],
    ),
  );
});

test('a state that is also named in words may be led to from others', () => {
  expect(forbidden('draft → published\nA page in any state can be published; other moves are a conflict')).toEqual([
    'draft draft',
    'published draft',
    'published published',
  ]);
});

test('there is no way back where the document says so of states in their order', () => {
  expect(forbidden('Goes from draft to `in_review` and published, never back (409).')).toEqual([
    'in_review draft',
    'published draft',
    'published in_review',
  ]);
});

test('nothing is forbidden where no moves are drawn, or nothing is said of others', () => {
  expect(forbidden('A draft is published; others are a conflict.', 'No such transition')).toEqual([]);
  expect(forbidden('draft → published', 'The title is taken')).toEqual([]);
});
