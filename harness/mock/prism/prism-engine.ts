import { randomUUID } from 'node:crypto';
import type { JsonValue, Operation } from '../../core/model.ts';
import { evenHash } from '../../core/util/random.ts';
import { PlausibleValues } from '../../generate/plausible/plausible-values.ts';
import { placeholderBody, placeholderText } from '../../generate/values/placeholder-body.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { exampleValue } from '../../openapi/read-content.ts';
import { definedHeader } from '../respond/defined-headers.ts';
import { generateHeaders, type MakeUp } from '../respond/response-headers.ts';
import { type LoadedPrism, loadPrism } from './load.ts';
import { type NegotiatedResponse, negotiatedResponse, type PrismOutput } from './negotiated-response.ts';
import type { HttpOperation } from './packages.ts';
import { generateBodies, NOT_ACCEPTABLE, negotiateOnly, type ResponseRequest, runPrism } from './run-prism.ts';

export { NOT_ACCEPTABLE, type ResponseRequest } from './run-prism.ts';
export type NegotiationResult = NegotiatedResponse | typeof NOT_ACCEPTABLE;

export interface PrismEngineOptions {
  /** Whether a body without an example looks like data; otherwise it is what Prism generates. */
  readonly isPlausible: boolean;
  /** Seed of made-up values. */
  readonly seed?: string | undefined;
  /** Length of a generated list, unless a request prefers another. */
  readonly items?: number | undefined;
  /** The clock, around whose day the dates are; default: that of this machine. */
  readonly now?: (() => Date) | undefined;
}

/** The responses of an operation by what decides about them: the status alone, for most requests. */
type ResponseKey = string | number | undefined;
type ResponseCache = Map<ResponseKey, NegotiationResult>;

const MAX_CACHED_RESPONSES = 1000;
const DEFAULT_SEED = 'plausible';
const DAY_MS = 86_400_000;
/** Positions of dynamic values, which vary identifiers and the values of an enum. */
const DYNAMIC_POSITIONS = 1000;

/** Runs Prism once per distinct response: its output depends on the response request alone. */
export class PrismEngine {
  /** Makes up values that look like data. */
  readonly plausible: PlausibleValues;
  private readonly contract: Contract;
  private readonly options: PrismEngineOptions;
  private readonly now: () => Date;
  private readonly caches = new Map<Operation, ResponseCache>();
  private cached = 0;
  private day = 0;
  private loading: Promise<LoadedPrism> | undefined;

  constructor(contract: Contract, options: PrismEngineOptions) {
    this.contract = contract;
    this.options = options;
    this.now = options.now ?? (() => new Date());
    const onWarning = (message: string) => process.emitWarning(message);
    this.plausible = new PlausibleValues(contract, { seed: options.seed ?? DEFAULT_SEED, now: this.now, onWarning });
  }

  /** Loads Prism unless it is already loaded. */
  async warm(): Promise<void> {
    await this.load();
  }

  /** Returns what repairs and generates values. */
  async values(): Promise<SchemaRepair> {
    return (await this.load()).values;
  }

  negotiationFor(request: ResponseRequest): NegotiationResult | Promise<NegotiationResult> {
    const { operation, code, example, dynamic, seed, items, accept } = request;
    this.forgetYesterday();
    const cache = this.cacheOf(operation);
    const isPlain = example === undefined && !dynamic && seed === undefined && items === undefined;
    const key = isPlain && accept === undefined ? code : `${code} ${dynamic} ${accept} ${example} ${seed} ${items}`;
    const isVaried = dynamic && seed === undefined;
    return cache.get(key) ?? this.negotiateAndCache(request, isVaried ? undefined : { cache, key });
  }

  private async negotiateAndCache(
    request: ResponseRequest,
    place: { readonly cache: ResponseCache; readonly key: ResponseKey } | undefined,
  ): Promise<NegotiationResult> {
    const negotiated = await this.negotiate(request);
    if (place === undefined) return negotiated;
    if (this.cached++ >= MAX_CACHED_RESPONSES) this.forget();
    place.cache.set(place.key, negotiated);
    return negotiated;
  }

  private cacheOf(operation: Operation): ResponseCache {
    const cache = this.caches.get(operation) ?? new Map<ResponseKey, NegotiationResult>();
    this.caches.set(operation, cache);
    return cache;
  }

  /** Dates are around the day of the clock. */
  private forgetYesterday(): void {
    const { now } = this.options;
    const day = Math.floor((now ? now().getTime() : Date.now()) / DAY_MS);
    if (day !== this.day) this.forget();
    this.day = day;
  }

  private forget(): void {
    for (const cache of this.caches.values()) cache.clear();
    this.cached = 0;
  }

  /** Returns Prism's response. If Prism cannot create a body, it only negotiates, and the body is generated here. */
  private async negotiate(wish: ResponseRequest): Promise<NegotiationResult> {
    const prism = await this.load();
    const { operation } = wish;
    const request = { ...wish, code: wish.code ?? redirectOf(operation) };
    const resource = await prism.operation(operation);
    if (this.isPlausible(request)) return this.negotiatePlausible(prism, resource, request);
    const output = await runPrism(prism, resource, request);
    const alternatives = () => generateBodies(prism, resource, request);
    const toValid = (prismOutput: PrismOutput, hasBody: boolean) =>
      this.repair(request, this.toResponse(prism, operation, prismOutput), hasBody, prism.values, alternatives);
    if (!(output instanceof Error)) return toValid(output, true);
    const negotiated = await negotiateOnly(prism, resource, request);
    if (negotiated === NOT_ACCEPTABLE) return NOT_ACCEPTABLE;
    if (negotiated instanceof Error) throw output;
    return toValid(negotiated, false);
  }

  private isPlausible({ example, dynamic, items }: ResponseRequest): boolean {
    return example === undefined && (dynamic === true || items !== undefined || this.options.isPlausible);
  }

  /** Prism only negotiates; a body that is not an example of the document is made up here. */
  private async negotiatePlausible(
    prism: LoadedPrism,
    resource: HttpOperation,
    request: ResponseRequest,
  ): Promise<NegotiationResult> {
    const output = await negotiateOnly(prism, resource, request);
    if (output === NOT_ACCEPTABLE) return NOT_ACCEPTABLE;
    if (output instanceof Error) throw output;
    const key = `${request.operation.id} ${output.statusCode} ${this.seedOf(request)}`;
    const makeUp = (schema: string, name: string) => {
      // HEAD and GET have the same entity tag.
      const defined = definedHeader(name, request.operation.path, this.now());
      const fits = defined !== undefined && this.contract.schemas.accepts(schema, defined, 'response');
      return fits ? defined : this.plausible.value(schema, { key: `${key} ${name}`, name });
    };
    const negotiated = this.toResponse(prism, request.operation, output, makeUp);
    const made = this.makeUpBody(request, negotiated, key);
    if (made !== undefined) return { ...withBody(negotiated, made), isPlausible: true };
    const isExample = hasExample(request, negotiated);
    return this.repair(request, negotiated, isExample, prism.values, () => generateBodies(prism, resource, request));
  }

  /** Returns a made-up body. @returns undefined if there is an example, no schema, no body or no plausible value */
  private makeUpBody(request: ResponseRequest, negotiated: NegotiatedResponse, key: string): JsonValue | undefined {
    const schema = negotiated.content?.schema;
    if (negotiated.body === undefined || schema === undefined || hasExample(request, negotiated)) return undefined;
    const items = request.items ?? this.options.items;
    const index = request.dynamic ? 1 + (evenHash(key) % DYNAMIC_POSITIONS) : 0;
    const isBrief = negotiated.status >= 400;
    const made = this.plausible.value(schema, { key, index, isBrief, ...(items === undefined ? {} : { items }) });
    return made === undefined || isFile(negotiated, made) ? undefined : made;
  }

  /** Without a seed of its own, a dynamic response is different each time. */
  private seedOf({ dynamic, seed }: ResponseRequest): string {
    return seed ?? (dynamic ? randomUUID() : '');
  }

  private toResponse(
    { values }: LoadedPrism,
    operation: Operation,
    output: PrismOutput,
    makeUp?: MakeUp,
  ): NegotiatedResponse {
    const negotiated = this.withExampleValue(negotiatedResponse(operation, output));
    const spec = operation.response(negotiated.status);
    if (!spec || spec.headers.length === 0) return negotiated;
    const declared = new Set(spec.headers.map(({ name }) => name.toLowerCase()));
    const others = negotiated.headers.filter(([name]) => !declared.has(name));
    const generated = generateHeaders(this.contract, values, spec, negotiated.headers, makeUp);
    return { ...negotiated, headers: [...others, ...generated] };
  }

  private withExampleValue(negotiated: NegotiatedResponse): NegotiatedResponse {
    const { content, body } = negotiated;
    if (content === undefined || typeof body !== 'string') return negotiated;
    const value = exampleValue(this.contract.document, content, body);
    return value === body ? negotiated : withBody(negotiated, value);
  }

  /** Returns the response with a valid body: Prism's own, if it is valid, otherwise a repaired or generated one. */
  private async repair(
    request: ResponseRequest,
    negotiated: NegotiatedResponse,
    hasBody: boolean,
    values: SchemaRepair,
    alternatives: () => AsyncIterable<JsonValue>,
  ): Promise<NegotiatedResponse> {
    const schema = negotiated.content?.schema;
    if (request.example !== undefined || negotiated.body === undefined) return negotiated;
    if (schema === undefined)
      return hasBody ? negotiated : withBody(negotiated, placeholderBody(negotiated.mediaType ?? 'text/plain'));
    const isExample = !request.dynamic && negotiated.content?.examples.length !== 0;
    if (hasBody && isExample && this.contract.schemas.accepts(schema, negotiated.body, 'response')) return negotiated;
    let body = values.nearest(schema, hasBody ? negotiated.body : undefined);
    if (body === undefined) for await (const other of alternatives()) body ??= values.nearest(schema, other);
    if (body !== undefined) return body === negotiated.body ? negotiated : withBody(negotiated, body);
    const { id } = request.operation;
    process.emitWarning(`${id}: no generated value is valid for its ${negotiated.status} response; add an example`);
    return negotiated;
  }

  private load(): Promise<LoadedPrism> {
    this.loading ??= loadPrism(this.contract, (schema, name) => this.plausible.value(schema, { key: schema, name }));
    return this.loading;
  }
}

/** The redirect that is an operation's only success: its `default`, which Prism sends as a 200, is for errors. */
function redirectOf({ responses }: Operation): number | undefined {
  if (responses.some(({ key }) => key.startsWith('2'))) return undefined;
  const redirect = responses.find(({ key }) => /^3\d\d$/.test(key));
  return redirect && Number(redirect.key);
}

/** True if the body is an example of the document: not if the request prefers other values, or another number of items. */
function hasExample({ dynamic, items }: ResponseRequest, { content }: NegotiatedResponse): boolean {
  return !dynamic && items === undefined && content !== undefined && content.examples.length > 0;
}

/** True for a string that is no text in its media type, such as a PDF. */
function isFile({ mediaType }: NegotiatedResponse, body: JsonValue): boolean {
  if (typeof body !== 'string' || mediaType === undefined || isJsonType(mediaType)) return false;
  return placeholderText(mediaType) !== undefined;
}

function withBody(negotiated: NegotiatedResponse, body: JsonValue): NegotiatedResponse {
  return { ...negotiated, body, bytes: negotiated.write(body) };
}
