import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../harness/openapi/load.ts';
import { creationPlan } from '../../../harness/openapi/resources/creation-plan.ts';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { lines, planOf } from './creation-plans.ts';

describe('the plans of public documents', () => {
  const load = (name: string) => resourceModel(loadContract(join(import.meta.dirname, 'documents', `${name}.yaml`)));

  test.each<[string, string, string[]]>([
    [
      'petstore',
      'getOrderById',
      ['0 create? addPet', '1 create placeOrder; body /petId = 0.petId?', 'send; path orderId = 1.orderId'],
    ],
    ['petstore', 'updatePet', ['0 create addPet', 'send; body /id = 0.petId']],
    [
      'museum',
      'getTicketCode',
      [
        '0 create? createSpecialEvent',
        '1 create buyMuseumTickets; body /eventId = 0.eventId?',
        'send; path ticketId = 1.ticketId',
      ],
    ],
    [
      'train-travel',
      'get-booking',
      ['0 list? get-trips', '1 create create-booking; body /trip_id = 0.id?', 'send; path bookingId = 1.bookingId'],
    ],
    [
      'realworld',
      'DeleteArticleComment',
      [
        '0 create CreateArticle',
        '1 create CreateArticleComment; path slug = 0.slug',
        'send; path slug = 0.slug; path id = 1.id',
      ],
    ],
    ['realworld', 'GetProfileByUsername', ['0 create CreateUser', 'send; path username = 0.username']],
    [
      'github-issues',
      'issues/get-comment',
      [
        '0 create repos/create-for-authenticated-user',
        '1 create? issues/create-milestone; path owner = 0.owner; path repo = 0.repo',
        '2 create? issues/create-label; path owner = 0.owner; path repo = 0.repo',
        '3 create issues/create; path owner = 0.owner; path repo = 0.repo; body /milestone = 1.milestone_number?; body /labels/* = 2.name?; body /labels/*/name = 2.name?',
        '4 create issues/create-comment; path owner = 0.owner; path repo = 0.repo; path issue_number = 3.issue_number',
        'send; path owner = 0.owner; path repo = 0.repo; path comment_id = 4.comment_id',
      ],
    ],
  ])('%s %s', (name, id, expected) => {
    expect(lines(planOf(load(name), id))).toEqual(expected);
  });

  test.each(['petstore', 'museum', 'train-travel', 'realworld', 'github-issues'])(
    '%s: only records that a stranger must give are missing',
    (name) => {
      const model = load(name);
      const missing = [...model.operations.values()].flatMap((operation) => creationPlan(model, operation).missing);
      expect([...new Set(missing.map(({ resource }) => resource))]).toEqual(name === 'github-issues' ? ['org'] : []);
    },
  );
});
