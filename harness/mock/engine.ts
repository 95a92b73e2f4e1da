import type { Contract } from '../contract/contract.ts';
import { isObject, writeJson } from '../contract/json.ts';
import { isJsonType, matchMediaType } from '../contract/media-type.ts';
import { child, tokens } from '../contract/pointer.ts';
import type { SchemaError } from '../contract/schema/scope.ts';
import type { Json, MediaType, Operation } from '../model.ts';
import { fromMarked } from './exact.ts';
import { CONFIG, keyOf, type LoadedPrism, loadPrism, type Prism } from './load-prism.ts';
import type { HttpRequest } from './prism.ts';

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

const MAX_REMEMBERED = 1000;
/** Tries at a generated body that keeps the schema where the static one does not. */
const SEEDS = ['1', '2', '3', '4', '5', '6', '7', '8'];
const NO_BYTES = new Uint8Array();

/** Prism, asked once for each kind of answer: what it makes depends on the wish alone, never on the rest of a request. */
export class Engine {
  private readonly contract: Contract;
  private readonly remembered = new Map<string, Planned>();
  private loading: Promise<LoadedPrism> | undefined;

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

  private async make(wish: Wish, key: string | undefined): Promise<Planned> {
    const plan = await this.sound(wish);
    if (key === undefined) return plan;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, plan);
    return plan;
  }

  /** Prism's answer; what in its body breaks the schema is taken from a generated one. */
  private async sound(wish: Wish): Promise<Planned> {
    const plan = await this.ask(wish);
    if (wish.example !== undefined || plan === NOT_ACCEPTABLE || plan.body === undefined) return plan;
    const errors = this.errorsOf(plan, plan.body);
    if (errors.length === 0) return plan;
    for (const seed of SEEDS) {
      const other = await this.ask({ ...wish, dynamic: true, seed });
      if (other === NOT_ACCEPTABLE || other.body === undefined) continue;
      const generated = other.body;
      const mended = errors.reduce((body: Json, { path }) => replaceAt(body, generated, tokens(path)), plan.body);
      const body = [mended, generated].find((candidate) => this.errorsOf(plan, candidate).length === 0);
      if (body !== undefined) return { ...plan, body, bytes: plan.write(body) };
    }
    const { id } = wish.operation;
    process.emitWarning(`${id}: nothing that was generated fits its ${plan.status} response; give it an example`);
    return plan;
  }

  private errorsOf({ content }: Plan, body: Json): readonly SchemaError[] {
    if (content?.schema === undefined || !isJsonType(content.type)) return [];
    return this.contract.schemas.validate(content.schema, body, 'response');
  }

  private async ask(wish: Wish): Promise<Planned> {
    const { serialize, instance, operations } = await this.load();
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
      return this.planOf(serialize, operation, result.right.output);
    } catch (error) {
      if (accept === undefined) throw error;
      // Prism fails where no declared media type is accepted, and throws where Accept cannot be parsed; any other fault shows again.
      await this.ask({ ...wish, accept: undefined });
      return NOT_ACCEPTABLE;
    }
  }

  private planOf(
    serialize: Prism['serialize'],
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

  private load(): Promise<LoadedPrism> {
    this.loading ??= loadPrism(this.contract);
    return this.loading;
  }
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

/** `value` with what stands at a path replaced by what `source` has there. */
function replaceAt(value: Json, source: Json, [token, ...rest]: readonly string[]): Json {
  if (token === undefined) return source;
  const [own, other] = [child(value, token), child(source, token)];
  if (other === undefined) return value;
  const replaced = own === undefined ? other : replaceAt(own, other, rest);
  if (Array.isArray(value)) return value.with(Number(token), replaced);
  return isObject(value) ? { ...value, [token]: replaced } : source;
}
