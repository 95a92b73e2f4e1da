import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import { uploadedFiles } from '../../openapi/body/uploaded-files.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { type NegotiationResult, NOT_ACCEPTABLE, type PrismEngine } from '../prism/prism-engine.ts';
import type { ErrorResponder } from '../respond/error-response.ts';
import type { MockResponse } from '../types.ts';
import { SignInResponder } from './accounts/sign-in-responder.ts';
import { unlessKnown, withContentTag } from './conditions/conditions.ts';
import { changeTexts } from './embedded-texts.ts';
import { numberedResponse } from './lists/creation-outcome.ts';
import { ListResponder } from './lists/list-responder.ts';
import { type SizedList, SPARE_ITEMS, sizedList } from './lists/sized-list.ts';
import type { Failure, Shown } from './plan.ts';
import { withRecordHeaders } from './record-headers.ts';
import { recordPath } from './records/record-path.ts';
import type { RecordPath } from './records/stored-record.ts';
import { ResponseViews } from './response-views.ts';
import { SecondIdentifiers } from './second-identifiers.ts';
import { StatisticsResponder } from './statistics.ts';
import { missingAbove, pathsOfFiles, typeAbove } from './stored-files.ts';
import { pathsOfValues } from './stored-values.ts';
import { planTold } from './told-effects.ts';
import type { Missing, World, WorldOperation } from './world.ts';
import { planRequest } from './world-plan.ts';

/** A valid request, and how it is responded to without records. */
export interface WorldCall {
  readonly request: ReceivedRequest;
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: JsonValue | undefined;
  readonly accept: string | undefined;
  /** The status that the request prefers. */
  readonly status: number | undefined;
  readonly seed: string | undefined;
  /** The length of list that the request prefers. */
  readonly items: number | undefined;
  stateless(): MockResponse | Promise<MockResponse>;
}

type Response = MockResponse | Promise<MockResponse>;

interface WorldParts {
  readonly world: World;
  readonly statistics: StatisticsResponder;
  readonly signIns: SignInResponder;
  /** The paths that give files. */
  readonly filePaths: ReadonlySet<string>;
  /** The paths that give what was stored there, and is no record. */
  readonly valuePaths: ReadonlySet<string>;
  readonly second: SecondIdentifiers;
}

/** Responds to requests by the records of a world. */
export class WorldResponder {
  private readonly createWorld: () => World;
  private created: WorldParts | undefined;
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly errors: ErrorResponder;
  private readonly views: ResponseViews;
  private readonly lists: ListResponder;
  private repair: SchemaRepair | undefined;

  constructor(contract: Contract, engine: PrismEngine, errors: ErrorResponder, createWorld: () => World) {
    this.contract = contract;
    this.engine = engine;
    this.errors = errors;
    this.createWorld = createWorld;
    this.views = new ResponseViews(contract);
    this.lists = new ListResponder(contract);
  }

  /** The model of a large document takes a while: it is made for the first request. */
  get world(): World {
    return this.parts.world;
  }

  private get parts(): WorldParts {
    this.created ??= this.createParts();
    return this.created;
  }

  private createParts(): WorldParts {
    const world = this.createWorld();
    const statistics = new StatisticsResponder(this.contract, this.engine, world);
    const { contract, engine, errors } = this;
    const signIns = new SignInResponder({ contract, engine, errors, world });
    const filePaths = pathsOfFiles(contract.operations, world);
    const valuePaths = pathsOfValues(contract, world);
    const second = new SecondIdentifiers(contract, world.all);
    return { world, statistics, signIns, filePaths, valuePaths, second };
  }

  /** What requests have made of the records so far. */
  changes(): ReturnType<World['changes']> | undefined {
    return this.created?.world.changes();
  }

  /** True if a request has a token that a sign-out has ended, and the operation takes none such. */
  hasEndedFor(operation: Operation, request: ReceivedRequest): boolean {
    return this.created?.world.accounts.hasEndedFor(operation, request) === true;
  }

  respond(call: WorldCall): Response {
    const response = this.respondInSession(call);
    if (!this.world.signOuts.has(call.operation.id)) return response;
    const signOut = (made: MockResponse) => {
      if (made.status < 400) this.world.accounts.signOut(call.operation, call.request, call.body);
      return made;
    };
    return response instanceof Promise ? response.then(signOut) : signOut(response);
  }

  private respondInSession(call: WorldCall): Response {
    const response = this.respondWithoutFile(call);
    const storing = call.items === undefined ? this.storing(call) : undefined;
    if (!storing) return response;
    return response instanceof Promise ? response.then(storing) : storing(response);
  }

  /** What keeps and shows that which a path stores beside records. */
  private storing(call: WorldCall): ((made: MockResponse) => MockResponse) | undefined {
    const { world, filePaths, valuePaths } = this.parts;
    const { path } = call.operation;
    if (filePaths.has(path)) return (made) => world.files.apply(call, made);
    return valuePaths.has(path) ? (made) => world.values.apply(this.contract, call, made) : undefined;
  }

  private respondWithoutFile(call: WorldCall): Response {
    const { statistics, signIns } = this.parts;
    const signIn = signIns.find(call.operation.id);
    if (signIn) return signIns.respond(call, signIn);
    const told = call.items === undefined ? statistics.find(call.operation.id) : undefined;
    if (told) return statistics.respond(call, told, (missing) => this.fail(call, { missing }));
    const found = this.world.find(call.operation.id);
    if (!found) return this.respondWithoutRecord(call);
    const preparing = this.world.prepareFor(found);
    if (preparing || !this.repair) return this.prepare(preparing).then(() => this.respondNow(call, found));
    return this.respondNow(call, found);
  }

  /** The response where no record is kept; it may be below one that is gone. */
  private respondWithoutRecord(call: WorldCall): Response {
    const resource = this.world.model.operations.get(call.operation.id);
    const named = resource && recordPath(resource, call);
    if (!named || call.items !== undefined) return call.stateless();
    const above = typeAbove(this.world, resource);
    const preparing = above && this.world.prepare(above);
    if (preparing) return preparing.then(() => this.respondWithoutRecord(call));
    const path = this.parts.second.resolve(named);
    const missing = above && missingAbove(this.world, above, path);
    if (missing && statusOfMissing(call.operation, missing) !== undefined) return this.fail(call, { missing });
    if ((call.status ?? 200) < 400) {
      changeTexts(this.world, resource, path);
      planTold(this.world, { ...call, operation: resource, path }, this.contract)();
    }
    return call.stateless();
  }

  private async prepare(preparing: Promise<void> | undefined): Promise<void> {
    await preparing;
    this.repair = await this.engine.values();
  }

  /** Plans and negotiates until neither waits: what a request changes, it changes at once. */
  private respondNow(call: WorldCall, found: WorldOperation): Response {
    const { operation, parameters, body, accept, seed } = call;
    const path = this.pathOf(call, found);
    const { types, operation: resource } = found;
    const { headers } = call.request;
    const files = () => uploadedFiles(call.request);
    const sender = () => this.world.accounts.senderOf(resource, call.request);
    const asked = path && { operation: resource, types, path, parameters, body, headers, files, sender };
    const plan = asked && planRequest(this.world, asked, this.contract);
    if (!plan || (call.items !== undefined && resource.role !== 'list')) return call.stateless();
    if ('missing' in plan || 'problem' in plan) return this.fail(call, plan);
    const code = call.status ?? plan.statuses.find((status) => listsStatus(operation, status));
    const negotiated = this.engine.negotiationFor({ operation, code, seed, accept });
    if (negotiated instanceof Promise)
      return negotiated.then(
        () => this.respondNow(call, found),
        () => call.stateless(),
      );
    if (negotiated === NOT_ACCEPTABLE) return call.stateless();
    // An operation that documents no success responds with an error, and does nothing.
    if (negotiated.status >= 400) return this.show(call, found, negotiated, undefined);
    const shown = plan.apply();
    this.world.accounts.noteDeletion(found, call.request);
    if (negotiated.content?.stream) return call.stateless();
    if (call.items !== undefined && shown && 'list' in shown) {
      const list = { count: call.items, records: shown.list, path: asked.path };
      return this.showSized(call, found, negotiated, list);
    }
    const about = shown && 'types' in shown && shown.types ? { ...found, types: shown.types } : found;
    const response = this.show(call, about, negotiated, shown);
    return response instanceof Promise ? response : unlessKnown(this.engine, call, response);
  }

  /** What identifies the record that a request is about; `/me` is that of whoever sends it. */
  private pathOf(call: WorldCall, found: WorldOperation): RecordPath | undefined {
    const path = recordPath(found.operation, call);
    return path && this.world.accounts.withSender(this.parts.second.resolve(path), found, call.request);
  }

  /** Shows a list of the length that the request prefers. */
  private showSized(
    call: WorldCall,
    found: WorldOperation,
    negotiated: NegotiatedResponse,
    { count, records, path }: Pick<SizedList, 'count' | 'records' | 'path'>,
  ): Response {
    const { operation, accept, seed, status: code } = call;
    const { type, shape } = found.types;
    const finish = (made?: NegotiationResult) => {
      const { content, body } = made === undefined || made === NOT_ACCEPTABLE ? negotiated : made;
      const representation = content && shape.representations.read(type, content, true);
      const list = sizedList(found.types, { count, records, path, body, representation });
      return this.show(call, found, negotiated, { list });
    };
    if (count <= records.length) return finish();
    const items = count + Math.min(records.length, SPARE_ITEMS);
    const made = this.engine.negotiationFor({ operation, code, seed, accept, items });
    return made instanceof Promise ? made.then(finish) : finish(made);
  }

  private show(call: WorldCall, found: WorldOperation, negotiated: NegotiatedResponse, shown: Shown): Response {
    const { status, headers, bytes } = negotiated;
    const plain = { status, headers, body: bytes };
    if (shown === undefined || !this.repair) return plain;
    if ('list' in shown) {
      const view = this.views.list(found, negotiated, this.repair);
      if (!view) return shown.isOfChanges ? plain : numberedResponse(this.contract, negotiated, shown.list.length);
      const { request, parameters, body, items } = call;
      const { operation, types } = found;
      const isSized = items !== undefined;
      const listed = { request, operation, types, parameters, body, records: shown.list, owner: shown.owner, isSized };
      return withContentTag(this.contract, call.operation, this.lists.respond(listed, view, negotiated));
    }
    const view = this.views.item(found, negotiated, this.repair);
    // Reads show it from then on.
    if (shown.stored && !/^(read|delete)$/.test(found.operation.role))
      view?.projection.keepShown(shown.stored, found.types);
    const located = withRecordHeaders(this.contract, call, found, plain, shown);
    if (!view) return found.operation.role === 'action' ? withSentBody(call, located) : located;
    const { projection, isJson } = view;
    const { stored, record, isNew } = shown;
    // The text of a creation is hardly needed again.
    const isKept = isJson && stored && !isNew;
    const shownBytes = isKept ? Buffer.from(projection.text(stored)) : negotiated.write(projection.show(record));
    return { status, headers: located.headers, body: shownBytes };
  }

  private fail(call: WorldCall, failure: Failure): Response {
    const { operation, accept } = call;
    if ('problem' in failure) {
      const { problem } = failure;
      return this.errors.reject([operation], problem.status, { message: problem.message, problems: [problem] }, accept);
    }
    const { missing } = failure;
    const status = statusOfMissing(operation, missing);
    // RFC 9110 section 9.2.2: what is gone may be deleted again.
    if (status === undefined && operation.method === 'DELETE') return call.stateless();
    const kind = missing.type.words.join(' ') || missing.type.name;
    const message = missing.isDeleted ? `this ${kind} was deleted` : `there is no such ${kind}`;
    return this.errors.fail(operation, status ?? 404, message, accept);
  }
}

/** The response to an action that shows nothing of its record, with what the request says. */
function withSentBody(call: WorldCall, response: MockResponse): Response {
  const made = call.stateless();
  const withBody = ({ body }: MockResponse) => ({ ...response, body });
  return made instanceof Promise ? made.then(withBody) : withBody(made);
}

/** The documented status of a missing record; 410 only for one that was there. */
function statusOfMissing(operation: Operation, { isDeleted }: Missing): number | undefined {
  if (isDeleted && listsStatus(operation, 410)) return 410;
  if (listsStatus(operation, 404)) return 404;
  if (listsStatus(operation, 410)) return 410;
  return operation.response(404) ? 404 : undefined;
}
