import { randomUUID } from 'node:crypto';
import type { JsonValue, Operation } from '../../core/model.ts';
import { placeholderBody } from '../../generate/values/placeholder-body.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { generateHeaders } from '../respond/response-headers.ts';
import { decodeExactNumbers } from './exact-numbers.ts';
import { CONFIG, type LoadedPrism, loadPrism, operationKey, SEEDS } from './load.ts';
import { type NegotiatedResponse, negotiatedResponse, type PrismOutput } from './negotiated-response.ts';
import type { HttpOperation, HttpRequest } from './packages.ts';

/** Selects a response. Equal requests get equal responses, unless they are dynamic without a seed. */
export interface ResponseRequest {
  readonly operation: Operation;
  /** Status of the response; default: the success. */
  readonly code?: number | undefined;
  /** Name of an example of the response. */
  readonly example?: string | undefined;
  readonly dynamic?: boolean | undefined;
  readonly seed?: string | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
}

/** None of the declared media types is acceptable (RFC 9110 section 15.5.7). */
export const NOT_ACCEPTABLE = 'not-acceptable';
export type NegotiationResult = NegotiatedResponse | typeof NOT_ACCEPTABLE;

const MAX_CACHED_RESPONSES = 1000;

/** Runs Prism once per distinct response: its output depends on the response request alone. */
export class PrismEngine {
  private readonly contract: Contract;
  private readonly cache = new Map<string, NegotiationResult>();
  private loading: Promise<LoadedPrism> | undefined;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** Loads Prism unless it is already loaded. */
  async warm(): Promise<void> {
    await this.load();
  }

  negotiationFor(request: ResponseRequest): NegotiationResult | Promise<NegotiationResult> {
    const { operation, code, example, dynamic, seed, accept } = request;
    const key = `${operation.pointer} ${code} ${dynamic} ${accept} ${example} ${seed}`;
    return this.cache.get(key) ?? this.negotiateAndCache(request, dynamic && seed === undefined ? undefined : key);
  }

  private async negotiateAndCache(request: ResponseRequest, key: string | undefined): Promise<NegotiationResult> {
    const negotiated = await this.negotiate(request);
    if (key === undefined) return negotiated;
    if (this.cache.size >= MAX_CACHED_RESPONSES) this.cache.clear();
    this.cache.set(key, negotiated);
    return negotiated;
  }

  /** Returns Prism's response. If Prism cannot create a body, it only negotiates, and the body is generated here. */
  private async negotiate(request: ResponseRequest): Promise<NegotiationResult> {
    const prism = await this.load();
    const { operation, accept } = request;
    const resource = prism.operations.get(operationKey(operation.method, operation.path));
    if (!resource) throw new RangeError(`Prism has no operation ${operation.method} ${operation.path}`);
    const output = await runPrism(prism, resource, request);
    const alternatives = () => generateBodies(prism, resource, request);
    const toValid = (prismOutput: PrismOutput, hasBody: boolean) =>
      this.repair(request, this.toResponse(prism, operation, prismOutput), hasBody, prism.values, alternatives);
    if (!(output instanceof Error)) return toValid(output, true);
    const bare = withoutBodies(resource);
    const negotiated = await runPrism(prism, bare, { ...request, dynamic: false });
    if (!(negotiated instanceof Error)) return toValid(negotiated, false);
    if (accept === undefined) throw output;
    // Prism fails if no media type is acceptable or Accept is malformed; any other error occurs again.
    const other = await runPrism(prism, bare, { ...request, dynamic: false, accept: undefined });
    if (other instanceof Error) throw output;
    return NOT_ACCEPTABLE;
  }

  private toResponse(
    { serialize, values }: LoadedPrism,
    operation: Operation,
    output: PrismOutput,
  ): NegotiatedResponse {
    const negotiated = negotiatedResponse(serialize, operation, output);
    const spec = operation.response(negotiated.status);
    if (!spec || spec.headers.length === 0) return negotiated;
    const declared = new Set(spec.headers.map(({ name }) => name.toLowerCase()));
    const others = negotiated.headers.filter(([name]) => !declared.has(name));
    return { ...negotiated, headers: [...others, ...generateHeaders(this.contract, values, spec, negotiated.headers)] };
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
    this.loading ??= loadPrism(this.contract);
    return this.loading;
  }
}

function withBody(negotiated: NegotiatedResponse, body: JsonValue): NegotiatedResponse {
  return { ...negotiated, body, bytes: negotiated.write(body) };
}

/** Returns Prism's output, or its error: it throws some errors and returns others. */
async function runPrism(
  { instance }: LoadedPrism,
  resource: HttpOperation,
  { operation, code, example, dynamic = false, seed, accept }: ResponseRequest,
): Promise<PrismOutput | Error> {
  const request: HttpRequest = {
    method: resource.method as HttpRequest['method'],
    url: { path: operation.path },
    headers: accept === undefined ? {} : { accept },
  };
  // A new object each time, because Prism writes the media types of the request into it.
  const mock = {
    dynamic,
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { exampleKey: example === 'example' ? 'default' : example }),
    // The generator keeps its seed: without another one, the next value would not be new.
    seed: seed ?? randomUUID(),
  };
  try {
    const result = await instance.request(request, [resource], { ...CONFIG, mock })();
    return result._tag === 'Left' ? result.left : result.right.output;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Generates bodies with Prism's generator, which supports keywords such as `x-faker`. */
async function* generateBodies(
  prism: LoadedPrism,
  resource: HttpOperation,
  request: ResponseRequest,
): AsyncGenerator<JsonValue> {
  for (const seed of SEEDS) {
    const output = await runPrism(prism, resource, { ...request, dynamic: true, seed });
    if (!(output instanceof Error) && output.body !== undefined) yield decodeExactNumbers(output.body);
  }
}

/** Returns the operation with an example for each body, so that nothing is generated. */
function withoutBodies(resource: HttpOperation): HttpOperation {
  const bare = resource.responses.map((response) => ({
    ...response,
    headers: [],
    contents: (response.contents ?? []).map((content) =>
      content.examples?.length ? content : { ...content, examples: [{ id: '', key: 'default', value: null }] },
    ),
  }));
  return { ...resource, responses: bare as HttpOperation['responses'] };
}
