import type { Contract } from '../contract/contract.ts';
import { writeJson } from '../contract/json.ts';
import { isJsonType, matchMediaType } from '../contract/media-type.ts';
import type { Json, JsonObject, MediaType, Operation } from '../model.ts';
import { fromMarked, toMarked } from './exact.ts';
import type { Problem, ReceivedRequest } from './exchange.ts';
import type { HttpOperation, HttpRequest } from './prism.ts';

/** What an answer is wanted for; equal wishes get equal plans, unless they are dynamic without a seed. */
export interface Wish {
  readonly operation: Operation;
  /** Status of the response that is wanted; without it, the success. */
  readonly code?: number | undefined;
  /** Name of one of its examples. */
  readonly example?: string | undefined;
  readonly dynamic?: boolean | undefined;
  readonly seed?: string | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
}

/** An answer as the document has it: negotiated, with an example or a generated body. */
export interface Plan {
  readonly status: number;
  /** The content type among them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly mediaType: string | undefined;
  /** The declared media type that describes the body. */
  readonly content: MediaType | undefined;
  readonly body: Json | undefined;
  readonly bytes: Uint8Array;
  /** Writes another body in the media type of this one. */
  write(body: Json): Uint8Array;
}

/** The client takes none of the declared media types (RFC 9110 section 15.5.7). */
export const NOT_ACCEPTABLE = 'not-acceptable';
export type Planned = Plan | typeof NOT_ACCEPTABLE;

type Prism = typeof import('./prism.ts');
interface Loaded {
  readonly prism: Prism;
  readonly instance: ReturnType<Prism['createInstance']>;
  readonly operations: ReadonlyMap<string, HttpOperation>;
}

const MAX_REMEMBERED = 1000;
/** Tries at a generated body that keeps the schema where the static one does not. */
const SEEDS = ['1', '2', '3', '4', '5', '6', '7', '8'];
const NO_BYTES = new Uint8Array();

/** Prism, asked once for each kind of answer: what it makes depends on the wish alone, never on the rest of a request. */
export class Engine {
  private readonly contract: Contract;
  private readonly remembered = new Map<string, Planned>();
  private loading: Promise<Loaded> | undefined;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** Loads Prism, if that is not done yet. */
  async warm(): Promise<void> {
    await this.load();
  }

  plan(wish: Wish): Planned | Promise<Planned> {
    const { operation, code, example, dynamic, seed, accept } = wish;
    const key = `${operation.pointer} ${code} ${dynamic} ${accept} ${example} ${seed}`;
    return this.remembered.get(key) ?? this.make(wish, dynamic && seed === undefined ? undefined : key);
  }

  /** Judges a body that is no JSON, such as a form: Prism reads those. */
  async judgeForeignBody(operation: Operation, request: ReceivedRequest): Promise<Problem[]> {
    const { prism, operations } = await this.load();
    const resource = operations.get(keyOf(operation.method, operation.path));
    if (!resource) return [];
    const { request: { body } = {} } = resource;
    const element: HttpRequest = {
      method: resource.method as HttpRequest['method'],
      url: { path: operation.path },
      headers: {
        'content-type': String(request.headers['content-type']),
        'content-length': String(request.body.length),
      },
      body: Buffer.from(request.body).toString('utf8'),
    };
    const judged = prism.validateInput({ resource: { ...resource, request: body ? { body } : {} }, element });
    if (judged._tag === 'Right') return [];
    return judged.left.map(({ message }) => ({
      status: 422,
      says: message.replace(/^Request body/, 'the request body'),
    }));
  }

  private async make(wish: Wish, key: string | undefined): Promise<Planned> {
    const plan = await this.sound(wish);
    if (key === undefined) return plan;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, plan);
    return plan;
  }

  /** Prism's answer; where its body breaks the schema, a generated one that does not. */
  private async sound(wish: Wish): Promise<Planned> {
    const plan = await this.ask(wish);
    if (wish.example !== undefined || this.keepsSchema(plan)) return plan;
    for (const seed of SEEDS) {
      const other = await this.ask({ ...wish, dynamic: true, seed });
      if (this.keepsSchema(other)) return other;
    }
    return plan;
  }

  private keepsSchema(plan: Planned): boolean {
    if (plan === NOT_ACCEPTABLE || plan.body === undefined || plan.content?.schema === undefined) return true;
    return !isJsonType(plan.content.type) || this.contract.schemas.accepts(plan.content.schema, plan.body, 'response');
  }

  private async ask(wish: Wish): Promise<Planned> {
    const { prism, instance, operations } = await this.load();
    const { operation, code, example, dynamic = false, seed, accept } = wish;
    const resource = operations.get(keyOf(operation.method, operation.path));
    if (!resource) throw new RangeError(`Prism knows no operation ${operation.method} ${operation.path}`);
    const request: HttpRequest = {
      method: resource.method as HttpRequest['method'],
      url: { path: operation.path },
      headers: accept === undefined ? {} : { accept },
    };
    // A fresh object each time: Prism writes the media types of the request into it.
    const mock = {
      dynamic,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example === 'example' ? 'default' : example }),
      ...(seed === undefined ? {} : { seed }),
    };
    try {
      const result = await instance.request(request, [resource], { ...CONFIG, mock })();
      if (result._tag === 'Left') throw result.left;
      return this.planOf(prism, operation, result.right.output);
    } catch (error) {
      // Prism throws, or fails, where no declared media type is accepted, and also where Accept cannot be parsed.
      if (accept !== undefined) return NOT_ACCEPTABLE;
      throw error;
    }
  }

  private planOf(
    { serialize }: Prism,
    operation: Operation,
    output: { statusCode: number; headers?: Record<string, unknown>; body?: unknown },
  ): Plan {
    const { 'Content-type': type, ...others } = output.headers ?? {};
    const status = output.statusCode;
    const mediaType = typeof type === 'string' ? concrete(type) : undefined;
    const content = mediaType && matchMediaType(operation.response(status)?.content ?? [], mediaType);
    const body = output.body === undefined ? undefined : fromMarked(output.body);
    const headers = Object.entries(others).flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined ? [] : [[name.toLowerCase(), String(fromMarked(value))]],
    );
    const write = (value: Json) => writeBody(serialize, value, mediaType);
    const hasBody = body !== undefined && status !== 204 && status !== 304;
    if (hasBody && mediaType !== undefined) headers.unshift(['content-type', mediaType]);
    return {
      status,
      headers,
      mediaType,
      content: content || undefined,
      body: hasBody ? body : undefined,
      bytes: hasBody ? write(body) : NO_BYTES,
      write,
    };
  }

  private load(): Promise<Loaded> {
    this.loading ??= loadPrism(this.contract);
    return this.loading;
  }
}

const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

async function loadPrism(contract: Contract): Promise<Loaded> {
  const prism = await import('./prism.ts');
  const found = await prism.getHttpOperationsFromSpec(toMarked(withoutCallbacks(contract.document.root)) as object);
  const operations = new Map(found.map((operation) => [keyOf(operation.method, operation.path), operation]));
  const instance = prism.createInstance({ ...CONFIG, mock: { dynamic: false } }, {
    logger: silent(),
    // The front has routed the request; it hands over the one operation that is meant.
    route: ({ resources: [resource] }) =>
      resource ? { _tag: 'Right', right: resource } : { _tag: 'Left', left: new RangeError('no operation') },
  } as Parameters<Prism['createInstance']>[1]);
  return { prism, instance, operations };
}

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Prism sends callbacks when it makes an answer; answers are remembered, so that it would send them once, and never again. */
function withoutCallbacks(root: JsonObject): JsonObject {
  const strip = (value: Json): Json =>
    typeof value === 'object' && value !== null && 'callbacks' in value
      ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'callbacks'))
      : value;
  const paths = Object.entries((root['paths'] ?? {}) as JsonObject).map(([path, item]) => [
    path,
    typeof item === 'object' && item !== null
      ? Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, strip(operation)]))
      : item,
  ]);
  return { ...root, paths: Object.fromEntries(paths) };
}

/** A logger as Prism wants it, that says nothing. */
function silent(): unknown {
  const none = () => {};
  const logger = { info: none, warn: none, error: none, debug: none, success: none, trace: none, fatal: none };
  return { ...logger, child: () => logger };
}

/** A media type that an answer can have, for a range that the document declares. */
function concrete(type: string): string {
  if (!type.includes('*')) return type;
  const [family] = type.split('/');
  return { '*': 'text/plain', text: 'text/plain', image: 'image/png' }[family ?? '*'] ?? 'application/json';
}

function writeBody(serialize: Prism['serialize'], body: Json, mediaType: string | undefined): Uint8Array {
  if (mediaType === undefined || isJsonType(mediaType)) return Buffer.from(writeJson(body));
  if (typeof body === 'string') return Buffer.from(body);
  if (/^(application|text)\/([^;]*\+)?xml\b/i.test(mediaType)) return Buffer.from(String(serialize(body, mediaType)));
  return Buffer.from(writeJson(body));
}
