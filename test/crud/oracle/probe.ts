import type { DocumentName } from '../../../fixtures/crud/index.ts';
import type { Json } from '../../../fixtures/crud/json.ts';
import { plans } from './plan.ts';
import { Records } from './records.ts';
import { isSuccess, type Request, type Session } from './session.ts';

type Expectation = 'accept' | 'reject';

/** Expectation, operationId, method, path, body. */
type Probe = readonly [Expectation, string, string, string, Json?];

/** Paths of records that exist, by type. */
type Paths = ReadonlyMap<string, string>;

/** Sends single requests with a known outcome and reports violations to the session. */
export async function probe(session: Session): Promise<void> {
  const paths = new Map<string, string>();
  for (const plan of plans.filter(({ document }) => document === session.document)) {
    const records = await Records.open(session, plan);
    if (plan.isSingleton === true) continue;
    const { path } = await records.createUnchecked();
    paths.set(plan.spec.type, path);
    paths.set(`${plan.spec.type} list`, records.path);
    paths.set(`${plan.spec.type} id`, path.slice(path.lastIndexOf('/') + 1));
  }
  for (const [expectation, operation, method, path, body] of PROBES[session.document](paths)) {
    const isPatch = method === 'PATCH' && session.document === 'tasks';
    await check(session, expectation, {
      ...{ operation, method, path },
      ...(body !== undefined && { body }),
      ...(isPatch && { mediaType: 'application/merge-patch+json' }),
    });
  }
  const mediaType = 'Application/JSON';
  const plan = plans.find(({ document }) => document === session.document);
  if (plan === undefined) throw new Error(`There is no plan for ${session.document}.`);
  const operation = plan.spec.operations.create ?? '';
  const path = plan.path('');
  await check(session, 'accept', { operation, method: 'POST', path, body: plan.values(0), mediaType });
  if (session.document !== 'tasks') return;
  await check(session, 'reject', { operation: 'listProjects', method: 'GET', path: '/projects', anonymous: true });
}

async function check(session: Session, expectation: Expectation, request: Request): Promise<void> {
  const response = await session.request(request);
  const { operation, method, path, body } = request;
  const detail = `${method} ${path} ${JSON.stringify(body)} gives ${response.status}`;
  if (expectation === 'reject' && isSuccess(response)) session.violate('accepts-invalid', operation, detail);
  if (expectation === 'accept' && response.status >= 500) session.violate('server-error', operation, detail);
  else if (expectation === 'accept' && !isSuccess(response)) session.violate('rejects-valid', operation, detail);
}

const PROBES: Readonly<Record<DocumentName, (paths: Paths) => readonly Probe[]>> = { library, tasks, shop };

function at(paths: Paths, name: string): string {
  const path = paths.get(name);
  if (path === undefined) throw new Error(`There is no ${name}.`);
  return path;
}

function library(paths: Paths): readonly Probe[] {
  const [author, books, book] = [at(paths, 'authors'), at(paths, 'books list'), at(paths, 'books')];
  let count = 0;
  const values = (more: Record<string, Json>) => {
    const number = String(++count).padStart(9, '0');
    return { isbn: `9791${number}`, title: `Book ${number}`, genre: 'novel', ...more };
  };
  return [
    ['accept', 'createAuthor', 'POST', '/authors', { name: 'Zoë Müller 山田 🐢' }],
    ['reject', 'createAuthor', 'POST', '/authors', {}],
    ['accept', 'createBook', 'POST', books, values({ pages: 20_000 })],
    ['reject', 'createBook', 'POST', books, values({ pages: 20_001 })],
    ['accept', 'createBook', 'POST', books, values({ rating: 5 })],
    ['reject', 'createBook', 'POST', books, values({ rating: 6 })],
    ['accept', 'createBook', 'POST', books, values({ title: 'ä'.repeat(200) })],
    ['accept', 'createBook', 'POST', books, values({ title: '🐢'.repeat(200) })],
    ['reject', 'createBook', 'POST', books, values({ title: 'a'.repeat(201) })],
    ['reject', 'createBook', 'POST', books, values({ genre: 'western' })],
    ['reject', 'createBook', 'POST', books, values({ published: '2023-02-30' })],
    ['reject', 'createBook', 'POST', books, '{"title":'],
    ['reject', 'updateBook', 'PATCH', book, ''],
    ['reject', 'updateBook', 'PATCH', book, { title: 5 }],
    ['reject', 'updateBook', 'PATCH', book, { pages: 0 }],
    ['accept', 'updateBook', 'PATCH', book, { subtitle: 'Ça va' }],
    ['accept', 'listBooks', 'GET', `${books}?genre=novel&limit=100&offset=0`],
    ['reject', 'listBooks', 'GET', `${books}?genre=western`],
    ['reject', 'listAuthors', 'GET', '/authors?limit=0'],
    ['reject', 'listAuthors', 'GET', '/authors?limit=many'],
    ['accept', 'getAuthor', 'GET', author],
    ['accept', 'getBook', 'GET', book],
    ['reject', 'getBook', 'GET', `${books}/99999`],
    ['reject', 'getBook', 'GET', `${books}/first`],
    ['accept', 'deleteBook', 'DELETE', book],
  ];
}

function tasks(paths: Paths): readonly Probe[] {
  const [list, task, projects] = [at(paths, 'tasks list'), at(paths, 'tasks'), at(paths, 'projects list')];
  const missing = '00000000-0000-4000-8000-000000000000';
  return [
    ['accept', 'getMe', 'GET', '/me'],
    ['accept', 'createProject', 'POST', projects, { name: 'Überraschung 🐢' }],
    ['reject', 'createProject', 'POST', projects, { name: 'Colorful', color: 'pink' }],
    ['reject', 'createProject', 'POST', projects, '{"name":'],
    ['accept', 'createTask', 'POST', list, { title: 'Urgent', priority: 5 }],
    ['reject', 'createTask', 'POST', list, { title: 'Urgent', priority: 6 }],
    ['accept', 'createTask', 'POST', list, { title: 'é'.repeat(120), tags: ['a', 'b-1'] }],
    ['accept', 'createTask', 'POST', list, { title: '🐢'.repeat(120) }],
    ['reject', 'createTask', 'POST', list, { title: 'a'.repeat(121) }],
    ['reject', 'createTask', 'POST', list, {}],
    ['reject', 'createTask', 'POST', list, { title: 'Tagged', tags: ['a', 'a'] }],
    ['reject', 'createTask', 'POST', list, { title: 'Due', due: 'tomorrow' }],
    ['reject', 'patchTask', 'PATCH', task, ''],
    ['reject', 'createTask', 'POST', list, { title: 'Due', due: '2030-01-31T12:00Z' }],
    ['accept', 'createTask', 'POST', list, { title: 'Due', due: '2030-01-31T12:00:00.5-03:30' }],
    ['reject', 'patchTask', 'PATCH', task, { title: 5 }],
    ['reject', 'patchTask', 'PATCH', task, { done: 'yes' }],
    ['accept', 'patchTask', 'PATCH', task, { notes: null }],
    ['accept', 'listTasks', 'GET', `${list}?done=false&tags=a&tags=b-1`],
    ['accept', 'listTasks', 'GET', list],
    ['reject', 'listTasks', 'GET', `${list}?done=maybe`],
    ['reject', 'listTasks', 'GET', `${list}?pageSize=51`],
    ['reject', 'getTask', 'GET', `${list}/${missing}`],
    ['reject', 'getTask', 'GET', `${list}/first`],
    ['accept', 'deleteTask', 'DELETE', task],
  ];
}

function shop(paths: Paths): readonly Probe[] {
  const [product, order, productId] = [at(paths, 'products'), at(paths, 'orders'), at(paths, 'products id')];
  const price = { amount: 1250, currency: 'EUR' };
  let count = 0;
  const values = (more: Record<string, Json>) => ({ sku: `XYZ-${1000 + ++count}`, name: 'Mug', price, ...more });
  const orderOf = (more: Record<string, Json>) => ({ productId, quantity: 1, email: 'c@example.com', ...more });
  return [
    ['accept', 'createProduct', 'POST', '/products', values({ name: 'Töpfchen 🐢' })],
    ['accept', 'createProduct', 'POST', '/products', values({ stock: 0 })],
    ['reject', 'createProduct', 'POST', '/products', values({ stock: -1 })],
    ['reject', 'createProduct', 'POST', '/products', values({ stock: '5' })],
    ['reject', 'createProduct', 'POST', '/products', values({ status: 'sold' })],
    ['reject', 'createProduct', 'POST', '/products', values({ price: { amount: 5 } })],
    ['reject', 'createProduct', 'POST', '/products', values({ weight: 0 })],
    ['reject', 'createProduct', 'POST', '/products', '{"sku":'],
    ['accept', 'listProducts', 'GET', "/products?q=d'Artagnan"],
    ['accept', 'listProducts', 'GET', '/products?limit=100&status=active'],
    ['reject', 'listProducts', 'GET', '/products?limit=101'],
    ['reject', 'listProducts', 'GET', '/products?cursor=unknown'],
    ['accept', 'getProduct', 'GET', product],
    ['accept', 'createOrder', 'POST', '/orders', orderOf({ quantity: 1000 })],
    ['reject', 'createOrder', 'POST', '/orders', orderOf({ quantity: 1001 })],
    ['reject', 'createOrder', 'POST', '/orders', orderOf({ email: 'nobody' })],
    ['reject', 'createOrder', 'POST', '/orders', orderOf({ productId: 'prd_0000000000' })],
    ['accept', 'listOrders', 'GET', `/orders?productId=${productId}`],
    ['reject', 'updateOrder', 'PATCH', order, { quantity: 'two' }],
    ['reject', 'updateSettings', 'PATCH', '/settings', ''],
    ['reject', 'updateOrder', 'PATCH', order, { note: 'a'.repeat(501) }],
    ['accept', 'updateOrder', 'PATCH', order, { note: 'a'.repeat(500) }],
    ['accept', 'cancelOrder', 'POST', `${order}/cancel`],
    ['reject', 'cancelOrder', 'POST', `${order}/cancel`],
    ['reject', 'getOrder', 'GET', '/orders/ord_0000000000'],
    ['accept', 'getSettings', 'GET', '/settings'],
    ['accept', 'updateSettings', 'PATCH', '/settings', { banner: null }],
    ['reject', 'replaceSettings', 'PUT', '/settings', { shopName: 'A', currency: 'YEN', taxRate: 1 }],
  ];
}
