import { expect, test } from 'vitest';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { deletesTree, type ToldCycles, toldCycles } from '../../../../harness/openapi/resources/prose/trees.ts';
import { load } from '../../documents.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

interface Said {
  readonly move?: string;
  readonly parent?: string;
  readonly conflict?: string;
  readonly deletion?: string;
}

function told({ move = '', parent = '', conflict = 'no', deletion = '' }: Said) {
  const properties = {
    id: { type: 'string' },
    name: { type: 'string' },
    parentId: { type: 'string', description: parent },
  };
  const category = { type: 'object', properties };
  const parameters = [{ name: 'categoryId', in: 'path', required: true, schema: { type: 'string' } }];
  const one = { 200: { description: 'ok', ...json(category) } };
  const paths = {
    '/categories': { post: { operationId: 'create', requestBody: json(category), responses: { 201: one[200] } } },
    '/categories/{categoryId}': {
      parameters,
      get: { operationId: 'read', responses: one },
      patch: {
        operationId: 'move',
        description: move,
        requestBody: json(category),
        responses: { ...one, 422: { description: conflict } },
      },
      delete: { operationId: 'remove', description: deletion, responses: { 204: { description: 'gone' } } },
    },
  };
  const info = { title: 'shop', version: '1' };
  const contract = load({ 'spec.yaml': JSON.stringify({ openapi: '3.1.0', info, paths }) });
  const { operations, types } = resourceModel(contract);
  const [changes, removal, [type]] = [operations.get('move'), operations.get('remove'), types];
  if (!changes || !removal || !type) throw new Error('no operations');
  return {
    cycles: toldCycles(contract, changes, '/parentId'),
    isWhole: deletesTree(contract.document, removal.operation, type),
  };
}

const ALL = { isItself: true, isBelow: true, status: undefined };
const SELF = { ...ALL, isBelow: false };
const OTHERS = { ...ALL, isItself: false };

test.each<[said: Said, cycles: ToldCycles | undefined]>([
  [
    { move: 'A category cannot be moved into itself or below itself: that is rejected with 422.' },
    { ...ALL, status: 422 },
  ],
  [{ move: 'It must not be moved below one of its descendants.' }, OTHERS],
  [{ move: 'A category must not be moved into its descendants.' }, OTHERS],
  [{ move: 'A category cannot be its own parent.' }, SELF],
  [{ move: 'Rejected with 422 if this would create a cycle.' }, { ...ALL, status: 422 }],
  [{ move: 'Cycles are rejected.' }, ALL],
  [{ parent: 'Must not be the category itself.' }, SELF],
  [{ parent: 'Cannot be itself or one of its descendants.' }, ALL],
  [{ conflict: 'The move would create a cycle.' }, { ...ALL, status: 422 }],
  [{ conflict: 'The parent is the category itself or below it.' }, { ...ALL, status: 422 }],
])('%j tells which moves are rejected', ({ ...said }, cycles) => {
  expect(told(said).cycles).toEqual(cycles);
});

test.each<Said>([
  { move: 'A category cannot be moved while it has products.' },
  { move: 'Billing cycles are rejected.' },
  { move: 'A category cannot be moved into itself unless `force` is set.' },
  { move: 'The product cannot be put into a cart itself.' },
  { move: 'An account cannot be its own guarantor.' },
  { parent: 'The parent itself, or null.' },
  { parent: 'May be the category itself.' },
  { conflict: 'The parent does not exist.' },
])('%j tells of none', (said) => {
  expect(told(said).cycles).toBeUndefined();
});

test.each<[deletion: string, isWhole: boolean]>([
  ['Deletes the category and everything below it.', true],
  ['Delete a category with all of its descendants', true],
  ['Deletes a category including its subcategories.', true],
  ['Removes the category and all nested categories', true],
  ['Deletes the category and everything in it.', true],
  ['Deletes the category and its children.', false],
  ['Deletes the category and its products.', false],
  ['Deletes the category and, if `recursive` is set, everything below it.', false],
  ['Deletes the category; its descendants stay.', false],
  ['Moves the category and everything below it to the trash', false],
  ['Deletes the category and moves its subcategories', false],
])('%j says whether everything below is deleted', (deletion, isWhole) => {
  expect(told({ deletion }).isWhole).toBe(isWhole);
});
