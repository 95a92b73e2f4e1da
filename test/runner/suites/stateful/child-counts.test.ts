import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';
import { findingsOnMock } from './on-mock.ts';

type Values = Record<string, unknown>;
type Reply = readonly [status: number, body?: unknown];

interface Card {
  readonly id: string;
  readonly board: string;
  readonly status: 'draft' | 'open';
}

interface Cards {
  /** Those that are there. */
  readonly there: number;
  /** Those that ever were. */
  readonly made: number;
  readonly open: number;
  /** Those of all boards. */
  readonly all: number;
}
type Counts = (cards: Cards) => number;

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...content(schema) });
const error = { description: 'error', ...content({ type: 'object' }) };
const errors = { 400: error, 404: error };
const idOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
const named = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } };
const creation = { required: true, ...content(named) };
const shown = (properties: object) => ({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, ...named.properties, ...properties },
});

/** Boards with cards, below them or in a collection of their own; a board shows how many there are. */
const documentOf = (
  cardProperties: object,
  { isFlat, isBeside, isOptional, countName }: Pick<Options, 'isFlat' | 'isBeside' | 'isOptional' | 'countName'>,
) => {
  const description = 'Number of cards of the board that are not deleted';
  const counted = {
    ...(countName
      ? { [countName]: { type: 'integer', readOnly: true, description } }
      : { cardCount: { type: 'integer', readOnly: true } }),
    openCardCount: { type: 'integer', readOnly: true },
    cardNumber: { type: 'integer', readOnly: true },
  };
  const board = shown(isBeside ? {} : counted);
  const summary = { operationId: 'summarizeBoard', responses: { 200: ok(shown(counted)), ...errors } };
  const card = shown({ ...cardProperties, ...(isFlat && { boardId: { type: 'string' } }) });
  const cards = isFlat ? '/cards' : '/boards/{boardId}/cards';
  const around = isFlat ? [] : [idOf('boardId')];
  const properties = { ...named.properties, boardId: { type: 'string' } };
  const flat = {
    required: true,
    ...content({ type: 'object', required: isOptional ? ['title'] : ['title', 'boardId'], properties }),
  };
  const newCard = isFlat ? flat : creation;
  return {
    openapi: '3.0.3',
    info: { title: 'Boards', version: '1' },
    paths: {
      '/boards': {
        post: { operationId: 'createBoard', requestBody: creation, responses: { 201: ok(board), ...errors } },
      },
      '/boards/{boardId}': {
        parameters: [idOf('boardId')],
        get: { operationId: 'readBoard', responses: { 200: ok(board), ...errors } },
        delete: { operationId: 'deleteBoard', responses: { 204: { description: 'deleted' }, ...errors } },
      },
      ...(isBeside && { '/boards/{boardId}/summary': { parameters: [idOf('boardId')], get: summary } }),
      [cards]: {
        parameters: around,
        post: { operationId: 'createCard', requestBody: newCard, responses: { 201: ok(card), ...errors } },
      },
      [`${cards}/{cardId}`]: {
        parameters: [...around, idOf('cardId')],
        get: { operationId: 'readCard', responses: { 200: ok(card), ...errors } },
        delete: { operationId: 'deleteCard', responses: { 204: { description: 'deleted' }, ...errors } },
      },
      [`${cards}/{cardId}/open`]: {
        parameters: [...around, idOf('cardId')],
        post: { operationId: 'openCard', responses: { 200: ok(card), ...errors } },
      },
    },
  };
};

/** Serves boards until the test is over. */
function serveBoards(count: Counts, countOpen: Counts, countName: string): Promise<string> {
  const boards = new Map<string, { readonly title: unknown; made: number }>();
  const cards = new Map<string, Card>();
  return serve(async (request, response) => {
    const [, first, board = '', ...below] = (request.url ?? '').split('/');
    const [nested, card = ''] = below;
    const body = request.method === 'POST' ? JSON.parse(String(await bodyOf(request)) || '{}') : {};
    const method = request.method ?? '';
    const isFlat = first === 'cards';
    const [owner, own] = isFlat ? [cards.get(board)?.board ?? body.boardId ?? '', board] : [board, card];
    const [status, shownBody] =
      isFlat || (nested && nested !== 'summary')
        ? cardReply(below.includes('open') ? 'OPEN' : method, owner, own, body)
        : boardReply(method, board, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(shownBody === undefined ? undefined : JSON.stringify(shownBody));
  });

  function boardReply(method: string, id: string, values: Values): Reply {
    if (method === 'POST') return add({ title: values.title, made: 0 });
    if (!boards.has(id)) return [404, {}];
    if (method === 'DELETE') return [boards.delete(id) ? 204 : 404];
    return [200, show(id)];
  }

  function add(board: { readonly title: unknown; made: number }): Reply {
    const id = randomUUID();
    boards.set(id, board);
    return [201, show(id)];
  }

  function show(id: string) {
    const { title, made = 0 } = boards.get(id) ?? {};
    const own = [...cards.values()].filter(({ board }) => board === id);
    const open = own.filter(({ status }) => status === 'open').length;
    const all = { there: own.length, made, open, all: cards.size };
    return { id, title, [countName]: count(all), openCardCount: countOpen(all), cardNumber: 4711 };
  }

  function cardReply(method: string, board: string, id: string, values: Values): Reply {
    const owner = boards.get(board);
    if (!owner && board !== '') return [404, {}];
    if (method === 'POST') {
      const created = { ...values, id: randomUUID(), board, status: 'draft' } as const;
      cards.set(created.id, created);
      if (owner) owner.made++;
      return [201, created];
    }
    const card = cards.get(id);
    if (card?.board !== board) return [404, {}];
    if (method === 'DELETE') return [cards.delete(id) ? 204 : 404];
    if (method === 'OPEN') cards.set(id, { ...card, status: 'open' });
    return [200, cards.get(id)];
  }
}

interface Options {
  readonly cardProperties?: object;
  readonly isFlat?: boolean;
  readonly isBeside?: boolean;
  /** Whether a card may be on no board. */
  readonly isOptional?: boolean;
  /** Another name than `cardCount`, for what is described as the number of cards. */
  readonly countName?: string;
  readonly countOpen?: Counts;
}

async function found(count: Counts, options: Options = {}): Promise<string[]> {
  const { cardProperties = {}, countOpen = ({ open }: Cards) => open, countName = 'cardCount' } = options;
  const target = await serveBoards(count, countOpen, countName);
  const spec = documentOf(cardProperties, options);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, operation }) => `${operation} ${check}`);
}

test('a property that is named for the number of records below counts them', async () => {
  expect(await found(({ there }) => there)).toEqual([]);
  expect(await found(({ there }) => there + 3)).toEqual([]);
});

test.each<[finding: string, what: string, count: Counts]>([
  ['createCard created-is-listed', 'is always zero', () => 0],
  ['createCard created-is-listed', 'is one too few of several', ({ there }) => Math.min(there, 1)],
  ['deleteCard delete-removes', 'counts those that were deleted, too', ({ made }) => made],
  ['createCard others-are-untouched', 'counts those of every board', ({ all }) => all],
])('%s: a number that %s', async (finding, _, count) => {
  expect(await found(count)).toEqual([finding]);
});

test('a property counts the records that name it in their bodies, too', async () => {
  expect(await found(({ there }) => there, { isFlat: true })).toEqual([]);
  expect(await found(() => 0, { isFlat: true })).toEqual(['createCard created-is-listed']);
});

test('records with a status of their own need not count in each, but in one of them', async () => {
  const cardProperties = (...listed: string[]) => ({
    cardProperties: { status: { type: 'string', enum: listed, readOnly: true } },
  });
  expect(await found(({ open }) => open, cardProperties('draft', 'open'))).toEqual([]);
  expect(await found(() => 0, cardProperties('draft', 'open', 'closed'))).toEqual([]);
  expect(await found(() => 0, cardProperties('draft', 'open'))).toEqual(['createCard created-is-listed']);
});

test('a summary beside the record counts them, too', async () => {
  expect(await found(({ there }) => there, { isBeside: true })).toEqual([]);
  expect(await found(({ made }) => made, { isBeside: true })).toEqual(['deleteCard delete-removes']);
});

test('a number of records in one of two states changes with the state of one, in the record above and beside it', async () => {
  const status = (...listed: string[]) => ({ status: { type: 'string', enum: listed, readOnly: true } });
  const states = { cardProperties: status('draft', 'open') };
  for (const isBeside of [false, true]) {
    const all = { ...states, isBeside };
    expect(await found(({ there }) => there, all)).toEqual([]);
    expect(await found(({ there }) => there, { ...all, countOpen: ({ there }) => there })).toEqual([
      'openCard action-is-visible',
    ]);
  }
  // Of three states, two may be open ones.
  const more = { cardProperties: status('draft', 'open', 'closed'), countOpen: ({ there }: Cards) => there };
  expect(await found(({ there }) => there, more)).toEqual([]);
});

test('a number of what is not deleted is told by its description, also of what records may do without', async () => {
  const told = { isFlat: true, isOptional: true, countName: 'load_count' };
  expect(await found(({ there }) => there, told)).toEqual([]);
  expect(await found(() => 0, told)).toEqual(['createCard created-is-listed']);
  expect(await found(({ made }) => made, told)).toEqual(['deleteCard delete-removes']);
  expect(await findingsOnMock(documentOf({}, told))).toEqual([]);
});

test('of cards in a state, a property is not the number of all cards by its description', async () => {
  const cardProperties = { status: { type: 'string', enum: ['draft', 'open'], readOnly: true } };
  expect(await found(({ open }) => open, { cardProperties, countName: 'openCount' })).toEqual([]);
});
