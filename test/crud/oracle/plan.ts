import type { DocumentName } from '../../../fixtures/crud/index.ts';
import type { Json, Row } from '../../../fixtures/crud/json.ts';
import { authors, books } from '../../../fixtures/crud/library/resources.ts';
import { orders, products, settings } from '../../../fixtures/crud/shop/resources.ts';
import type { ResourceSpec } from '../../../fixtures/crud/store/store.ts';
import { projects, tasks } from '../../../fixtures/crud/tasks/resources.ts';
import { rowOf } from './session.ts';

/** How the records of one type are reached, and values for them. */
export interface Plan {
  readonly document: DocumentName;
  readonly spec: ResourceSpec;
  /** The type of the record above. */
  readonly above?: Plan;
  /** The type of a record that has to exist, and the property that refers to it. */
  readonly refers?: { readonly plan: Plan; readonly property: string };
  readonly path: (parent: string) => string;
  readonly patchType?: string;
  readonly putCreates?: boolean;
  readonly isSingleton?: boolean;
  /** Valid values for every property, other ones for each number; the property with a default has another value. */
  readonly values: (number: number) => Row;
  /** The properties that have to be sent. */
  readonly required: readonly string[];
  /** A property with a value that is not valid. */
  readonly invalid: Row;
  /** Whether a client may not set `createdAt`. */
  readonly hasReadOnly: boolean;
  /** The query of a page. */
  readonly page: (size: number, before: Before) => string;
  /** The records of a type below it, or that refer to it. */
  readonly dependent?: () => Plan;
  readonly record: (value: Json) => Row;
  readonly records: (value: Json) => readonly Row[];
}

/** What came before a page. */
export interface Before {
  readonly pages: number;
  readonly records: number;
  readonly cursor: string | undefined;
}

const plain = { record: rowOf, records: (value: Json) => listOf(rowOf(value)['items']) };
const enveloped = {
  record: (value: Json) => rowOf(rowOf(value)['data']),
  records: (value: Json) => listOf(rowOf(value)['data']),
};

function listOf(value: Json | undefined): readonly Row[] {
  return Array.isArray(value) ? value.map(rowOf) : [];
}

const byOffset = { page: (size: number, { records }: Before) => `limit=${size}&offset=${records}` };
const byPage = { page: (size: number, { pages }: Before) => `pageSize=${size}&page=${pages + 1}` };
const byCursor = {
  page: (size: number, { cursor }: Before) =>
    `limit=${size}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
};

const author: Plan = {
  ...{ document: 'library', spec: authors(), ...plain, ...byOffset, hasReadOnly: true },
  path: () => '/authors',
  values: (n) => ({
    name: `Author number ${n}`,
    email: `a${n}@example.com`,
    country: n % 2 === 0 ? 'FR' : 'DE',
    born: '1950-01-02',
    active: false,
  }),
  required: ['name'],
  invalid: { country: 'France' },
  dependent: () => book,
};

const book: Plan = {
  ...{ document: 'library', spec: books(), above: author, ...plain, ...byOffset, hasReadOnly: true },
  path: (parent) => `/authors/${parent}/books`,
  values: (n) => ({
    ...{
      isbn: `978${String(n).padStart(10, '0')}`,
      title: `Book number ${n}`,
      subtitle: `Part ${n}`,
      genre: 'history',
    },
    ...{ pages: 10 + (n % 900), rating: 2.5, published: '2001-02-03', keywords: ['one', `k${n}`], available: false },
  }),
  required: ['isbn', 'title', 'genre'],
  invalid: { pages: 0 },
};

const project: Plan = {
  ...{ document: 'tasks', spec: projects(), ...enveloped, ...byPage, hasReadOnly: true, putCreates: true },
  path: () => '/projects',
  patchType: 'application/merge-patch+json',
  values: (n) => ({ name: `Project number ${n}`, description: `About ${n}`, color: 'red', archived: true }),
  required: ['name'],
  invalid: { color: 'pink' },
};

const task: Plan = {
  ...{ document: 'tasks', spec: tasks(), above: project, ...enveloped, ...byPage, hasReadOnly: true, putCreates: true },
  path: (parent) => `/projects/${parent}/tasks`,
  patchType: 'application/merge-patch+json',
  values: (n) => ({
    ...{ title: `Task number ${n}`, notes: `Note ${n}`, priority: 1 + (n % 2), tags: ['one', `t${n}`] },
    ...{ done: true, due: '2031-05-06T07:08:09+02:00' },
  }),
  required: ['title'],
  invalid: { priority: 9 },
};

const product: Plan = {
  ...{ document: 'shop', spec: products(), ...plain, ...byCursor, hasReadOnly: false },
  path: () => '/products',
  values: (n) => ({
    ...{ sku: `ABC-${1000 + n}`, name: `Product number ${n}`, description: `About ${n}`, stock: 5 + n, weight: 1.5 },
    ...{ price: { amount: 100 + n, currency: 'USD' }, status: 'draft', labels: { color: `c${n}` } },
  }),
  required: ['sku', 'name', 'price'],
  invalid: { stock: -1 },
  dependent: () => order,
};

const order: Plan = {
  ...{ document: 'shop', spec: orders(), ...plain, ...byCursor, hasReadOnly: true },
  refers: { plan: product, property: 'productId' },
  path: () => '/orders',
  values: (n) => ({
    quantity: 1 + (n % 900),
    email: `c${n}@example.com`,
    note: `Order number ${n}`,
    giftWrap: true,
    deliverOn: `2031-01-${10 + (n % 20)}`,
  }),
  required: ['productId', 'quantity', 'email'],
  invalid: { quantity: 0 },
};

const setting: Plan = {
  ...{ document: 'shop', spec: settings(), isSingleton: true, ...plain, ...byCursor, hasReadOnly: false },
  path: () => '/settings',
  values: (n) => ({
    ...{ shopName: `Shop number ${n}`, currency: 'GBP', taxRate: 7.5, supportEmail: `s${n}@example.com` },
    ...{ banner: `Banner ${n}`, notify: false },
  }),
  required: ['shopName', 'currency', 'taxRate'],
  invalid: { taxRate: 51 },
};

/** The resource types of the three documents. */
export const plans: readonly Plan[] = [author, book, project, task, product, order, setting];
