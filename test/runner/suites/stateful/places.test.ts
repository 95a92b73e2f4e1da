import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const id = { ...text, readOnly: true };
const position = { type: 'integer', minimum: 1 };
const Board = { type: 'object', required: ['name'], properties: { id, name: text } };
const Card = { type: 'object', required: ['title'], properties: { id, title: text, position } };
const move = { type: 'object', required: ['position'], properties: { position } };
const errors = Object.fromEntries([400, 404, 422].map((each) => [each, { description: 'error' }]));
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
const gives = (schema: object) => ({ description: 'ok', ...json(schema) });
const creation = (schema: object, summary: string) => ({
  summary,
  requestBody: { required: true, ...json(schema) },
  responses: { 201: gives(schema), ...errors },
});

/** Boards of cards that have places. */
const documentOf = (ofMove: string) => ({
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/boards': { post: creation(Board, 'Add a board') },
    '/boards/{boardId}': { parameters: [parameter('boardId')], get: { responses: { 200: gives(Board), ...errors } } },
    '/boards/{boardId}/cards': {
      parameters: [parameter('boardId')],
      post: creation(Card, 'Insert a card'),
      get: { responses: { 200: gives({ type: 'array', items: Card }), ...errors } },
    },
    '/boards/{boardId}/cards/{cardId}': {
      parameters: [parameter('boardId'), parameter('cardId')],
      patch: {
        summary: ofMove,
        requestBody: { required: true, ...json(move) },
        responses: { 200: gives(Card), ...errors },
      },
    },
  },
});

type Cards = JsonObject[];
interface Habits {
  insert(cards: Cards, card: JsonObject, index: number): void;
  move(cards: Cards, from: number, to: number): void;
  /** The place that is shown. */
  place(card: JsonObject, cards: Cards): JsonValue;
}

const CONFORMING: Habits = {
  insert: (cards, card, index) => cards.splice(index, 0, card),
  move: (cards, from, to) => cards.splice(to, 0, ...cards.splice(from, 1)),
  place: (card, cards) => cards.indexOf(card) + 1,
};

function boards(habits: Partial<Habits>): (call: Call) => Reply {
  const does = { ...CONFORMING, ...habits };
  const all = new Map<string, { readonly board: JsonObject; readonly cards: Cards }>();
  let last = 0;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  return ({ method, path, body }) => {
    const [, , own = '', below, card] = path.split('/');
    if (own === '') {
      if (!isText(body?.['name'])) return { status: 400 };
      const board = { id: `b${++last}`, name: body?.['name'] ?? '' };
      all.set(board.id, { board, cards: [] });
      return { status: 201, body: board };
    }
    const found = all.get(own);
    if (!found) return { status: 404 };
    const { cards } = found;
    const show = (each: JsonObject) => ({ ...each, position: does.place(each, cards) });
    if (below === undefined) return { status: 200, body: found.board };
    if (method === 'GET') return { status: 200, body: cards.map(show) };
    const place = body?.['position'];
    if (place !== undefined && !(Number.isInteger(Number(place)) && typeof place !== 'string' && Number(place) > 0))
      return { status: 400 };
    if (Number(place ?? 1) > cards.length + 1) return { status: 422 };
    if (card === undefined) {
      if (!isText(body?.['title'])) return { status: 400 };
      const made = { id: `c${++last}`, title: body?.['title'] ?? '' };
      does.insert(cards, made, place === undefined ? cards.length : Number(place) - 1);
      return { status: 201, body: show(made) };
    }
    const from = cards.findIndex((each) => each['id'] === card);
    const moved = cards[from];
    if (!moved) return { status: 404 };
    if (place === undefined) return { status: 400 };
    does.move(cards, from, Number(place) - 1);
    return { status: 200, body: { ...show(moved), position: place } };
  };
}

const SHIFTING = 'Move a card; the others close up';

async function found(habits: Partial<Habits>, ofMove = SHIFTING): Promise<string[]> {
  const target = await serveCalls(boards(habits));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(ofMove), target, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const swap: Habits['move'] = (cards, from, to) => {
  const [one, other] = [cards[from], cards[to]];
  if (one && other) [cards[from], cards[to]] = [other, one];
};

test.each<[string, Partial<Habits>, string]>([
  ['moves nothing', { move: () => undefined }, 'update-is-visible: a card is not at the place that it was given'],
  ['swaps two', { move: swap }, 'others-are-untouched: other card records are in another order after one was placed'],
  [
    'appends what is inserted',
    { insert: (cards, card) => cards.push(card) },
    'created-is-listed: a card is not at the place that it was given',
  ],
  [
    'replaces what is there',
    { insert: (cards, card, index) => cards.splice(index, 1, card) },
    'others-are-untouched: another card is no longer listed after one was placed',
  ],
])('a service that %s is found', async (_, habits, finding) => {
  expect(await found(habits)).toEqual([finding]);
});

test('a service that keeps the order raises no alarm, nor does one that swaps where the document does not say', async () => {
  expect(await found({})).toEqual([]);
  expect(await found({ move: swap }, 'Give a card another place')).toEqual([]);
});

test('places that are no numbers from one to the last are not compared', async () => {
  expect(await found({ place: ({ id: own }) => Number(String(own).slice(1)) * 100, move: () => undefined })).toEqual(
    [],
  );
});

test('the mock has places that nothing is said of', async () => {
  const spec = documentOf(SHIFTING);
  expect(await findingsOnMock(spec)).toEqual([]);
});
