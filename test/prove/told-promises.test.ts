import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MutationConfig } from '../../harness/prove/session.ts';
import { billsDocument } from '../runner/suites/stateful/bills-document.ts';
import { bottlesDocument } from '../runner/suites/stateful/bottles-document.ts';
import { emptyOrdersDocument } from '../runner/suites/stateful/empty-orders-document.ts';
import { eventsDocument } from '../runner/suites/stateful/events-document.ts';
import { foldersDocument } from '../runner/suites/stateful/folders-document.ts';
import { jarsDocument } from '../runner/suites/stateful/jars-document.ts';
import { lockersDocument } from '../runner/suites/stateful/lockers-document.ts';
import { orderNumbersDocument } from '../runner/suites/stateful/order-numbers-document.ts';
import { ordersOfProductsDocument } from '../runner/suites/stateful/orders-of-products-document.ts';
import { parcelsDocument } from '../runner/suites/stateful/parcels-document.ts';
import { roomsDocument } from '../runner/suites/stateful/rooms-document.ts';
import { songsDocument } from '../runner/suites/stateful/songs-service.ts';
import { trackerDocument } from '../runner/suites/stateful/tracker-document.ts';
import { versionsDocument } from '../runner/suites/stateful/versions-document.ts';
import { allMutantsReport, everything, problems } from './helpers.ts';

const config: MutationConfig = { ...everything, overlays: [], examples: [], suites: ['stateful'], spec: '' };
const FOLDERS = foldersDocument({ file: 'The title is unique within the folder.' });
const TREE = foldersDocument({
  tree: {
    patch: 'A folder cannot be moved into itself or below itself.',
    delete: 'Deletes the folder and everything below it.',
  },
});
const PRODUCTS = ordersOfProductsDocument('Each product has to be active: otherwise, the order is rejected with 422.');
const RENTED = lockersDocument('Rent a locker. 409 if the locker is rented or closed.', {});

test.each<[document: object, kills: [text: string, check: string][]]>([
  [
    trackerDocument,
    [
      ['over all those above', 'created-is-readable'],
      ['was deleted to the next', 'identity-is-stable'],
      ['those that name it', 'delete-removes'],
      ['a value of a deleted record', 'values-stay-unique'],
    ],
  ],
  [PRODUCTS, [['in a state which forbids it', 'conflict-is-rejected']]],
  [RENTED, [['in a state which forbids it', 'conflict-is-rejected']]],
  [
    parcelsDocument('The order is not a draft.'),
    [
      ['creates a record of one', 'conflict-is-rejected'],
      ['what is below one in a state', 'conflict-is-rejected'],
    ],
  ],
  [
    TREE,
    [
      ['puts a record below itself', 'conflict-is-rejected'],
      ['below a deleted record', 'delete-removes'],
    ],
  ],
  [FOLDERS, [['within which alone it is unique', 'values-stay-unique']]],
  [
    eventsDocument(),
    [
      ['any of the filters', 'list-follows-query'],
      ['several properties alone', 'list-follows-query'],
    ],
  ],
  [
    songsDocument('', { default: '-length' }),
    [
      ['numbers as texts', 'list-follows-query'],
      ['than by default', 'list-follows-query'],
    ],
  ],
  [orderNumbersDocument('Unique.'), [['the number of another', 'values-stay-unique']]],
  [
    billsDocument('Bills that are draft or sent can be cancelled.', 'The bill can no longer be cancelled.'),
    [['possible in another state', 'conflict-is-rejected']],
  ],
  [emptyOrdersDocument('The order has no lines.'), [['nothing in it', 'conflict-is-rejected']]],
  [versionsDocument('Raised by one with each change.'), [['the first change of a record', 'update-is-visible']]],
  [jarsDocument(), [['lists by a filter what it deleted', 'delete-removes']]],
  [bottlesDocument, [['the first of several values alone', 'list-follows-query']]],
  [roomsDocument('Back-to-back bookings are allowed.'), [['begins when another ends', 'conflict-is-rejected']]],
  [roomsDocument('Withdrawn bookings do not count.'), [['in a state that does not count', 'conflict-is-rejected']]],
])(
  'mutants that break what the document says in words are killed, and variations pass: %#',
  async (document, kills) => {
    const folder = await mkdtemp(join(tmpdir(), 'promises-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const spec = join(folder, 'openapi.json');
    await writeFile(spec, JSON.stringify(document));
    const tries = ({ description }: { readonly description: string }) =>
      kills.some(([text]) => description.includes(text));
    const report = await allMutantsReport({ ...config, spec, tries });
    expect(problems(report)).toEqual([]);
    for (const [text, check] of kills) {
      const found = report.mutants.filter(({ mutant }) => mutant.description.includes(text));
      expect(found.length).toBeGreaterThan(0);
      for (const each of found) expect(each.kills.map((kill) => kill.check)).toEqual([check]);
    }
  },
);
