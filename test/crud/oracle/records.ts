import type { Rule } from '../../../fixtures/crud/index.ts';
import { type Json, omit, pick, type Row } from '../../../fixtures/crud/json.ts';
import { changed, notShown } from './compare.ts';
import type { Plan } from './plan.ts';
import { isSuccess, type Request, type Response, rowOf, type Session } from './session.ts';

/** A record that exists, as far as is known. */
export interface Live {
  readonly id: string;
  readonly path: string;
  /** What was sent last. */
  readonly values: Row;
}

type Reason = string | undefined;

let count = 0;

/** The records of one type under one parent, with the requests that work on them. */
export class Records {
  /** Records that were created and not deleted. */
  live: Live[] = [];
  readonly session: Session;
  readonly plan: Plan;
  /** The path of the list. */
  readonly path: string;
  /** What every record refers to. */
  private readonly references: Row;

  constructor(session: Session, plan: Plan, path: string, references: Row) {
    this.session = session;
    this.plan = plan;
    this.path = path;
    this.references = references;
  }

  /** Creates what the records are below of, or refer to. */
  static async open(session: Session, plan: Plan): Promise<Records> {
    if (plan.refers !== undefined) {
      const target = await (await Records.open(session, plan.refers.plan)).createUnchecked();
      return new Records(session, plan, plan.path(''), { [plan.refers.property]: target.id });
    }
    if (plan.above === undefined) return new Records(session, plan, plan.path(''), {});
    const parent = await (await Records.open(session, plan.above)).createUnchecked();
    return new Records(session, plan, plan.path(parent.id), {});
  }

  /** Valid values that no record has. */
  newValues(): Row {
    return { ...this.plan.values(++count), ...this.references };
  }

  required(values: Row): Row {
    return pick(values, this.plan.required);
  }

  operation(role: 'create' | 'read' | 'list' | 'replace' | 'merge' | 'remove'): string {
    return this.plan.spec.operations[role] ?? role;
  }

  post(values: Json): Promise<Response> {
    return this.send('create', { method: 'POST', path: this.path, body: values });
  }

  get({ path }: Pick<Live, 'path'>): Promise<Response> {
    return this.send('read', { method: 'GET', path });
  }

  head({ path }: Live): Promise<Response> {
    return this.send('read', { method: 'HEAD', path });
  }

  put({ path }: Pick<Live, 'path'>, body: Json): Promise<Response> {
    return this.send('replace', { method: 'PUT', path, body });
  }

  patch({ path }: Pick<Live, 'path'>, body: Json): Promise<Response> {
    const { patchType: mediaType } = this.plan;
    return this.send('merge', { method: 'PATCH', path, body, ...(mediaType !== undefined && { mediaType }) });
  }

  delete({ path }: Pick<Live, 'path'>, anonymous = false): Promise<Response> {
    return this.send('remove', { method: 'DELETE', path, anonymous });
  }

  private send(role: Parameters<Records['operation']>[0], rest: Omit<Request, 'operation'>): Promise<Response> {
    return this.session.request({ operation: this.operation(role), ...rest });
  }

  /** All records of the list, page by page. */
  async list(size = 50): Promise<readonly Row[]> {
    const rows: Row[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 200; pages++) {
      const query = this.plan.page(size, { pages, records: rows.length, cursor });
      const { value } = await this.send('list', { method: 'GET', path: `${this.path}?${query}` });
      const records = this.plan.records(value);
      rows.push(...records.map((row) => ({ ...this.plan.spec.defaults, ...row })));
      const { nextCursor } = rowOf(value);
      cursor = typeof nextCursor === 'string' ? nextCursor : undefined;
      const isLast = this.plan.document === 'shop' ? cursor === undefined : records.length === 0;
      if (isLast) return rows;
    }
    this.session.violate('pages', this.operation('list'), 'The pages have no end.');
    return rows;
  }

  /** Creates a record without checking it. */
  async createUnchecked(values: Row = this.newValues()): Promise<Live> {
    const response = await this.post(values);
    const operation = this.operation('create');
    if (!isSuccess(response)) this.session.violate('rejects-valid', operation, `POST gives ${response.status}`);
    const id = String(this.plan.record(response.value)['id']);
    const live = { id, path: `${this.path}/${encodeURIComponent(id)}`, values };
    this.live.push(live);
    await this.session.settle();
    return live;
  }

  /** What a read shows; undefined if there is nothing. */
  async read(live: Pick<Live, 'path'>): Promise<Row | undefined> {
    const response = await this.get(live);
    return isSuccess(response) ? this.whole(response.value) : undefined;
  }

  /** A record with the defaults of what is absent. */
  private whole(value: Json): Row {
    return { ...this.plan.spec.defaults, ...this.plan.record(value) };
  }

  /** Reports a violation if there is a reason. */
  expect(rule: Rule, role: Parameters<Records['operation']>[0], reason: Reason): void {
    if (reason !== undefined) this.session.violate(rule, this.operation(role), reason);
  }

  /** Why a read does not show what was sent. */
  async unlike(live: Pick<Live, 'path'>, sent: Row): Promise<Reason> {
    const row = await this.read(live);
    if (row === undefined) return `${live.path} is not found`;
    const name = notShown(sent, row);
    return name && `${live.path} has ${name} ${JSON.stringify(row[name])}, sent ${JSON.stringify(sent[name])}`;
  }

  /** Why a read does not show what it showed before, in other properties than these. */
  async altered(live: Pick<Live, 'path'>, before: Row | undefined, ...but: readonly string[]): Promise<Reason> {
    const row = await this.read(live);
    if (row === undefined || before === undefined) return row === before ? undefined : `${live.path} is not found`;
    const name = changed(omit(before, ...but), omit(row, ...but));
    return name && `${live.path} has ${name} ${JSON.stringify(row[name])}, before ${JSON.stringify(before[name])}`;
  }

  /** Runs a step and reports which of the last other records it changed. */
  async leavingOthers<T>(
    role: Parameters<Records['operation']>[0],
    own: Live | undefined,
    step: () => Promise<T>,
  ): Promise<T> {
    const others = this.live.filter((live) => live !== own).slice(-3);
    const before = await Promise.all(others.map((live) => this.read(live)));
    const result = await step();
    const reasons = await Promise.all(others.map((live, at) => this.altered(live, before[at])));
    for (const reason of reasons) this.expect('others-untouched', role, reason);
    return result;
  }

  forget(own: Live): void {
    this.live = this.live.filter((live) => live !== own);
  }
}
