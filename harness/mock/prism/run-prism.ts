import { randomUUID } from 'node:crypto';
import type { JsonValue, Operation } from '../../core/model.ts';
import { decodeData } from './encode-data.ts';
import { prismExampleName } from './inline-references.ts';
import { CONFIG, type LoadedPrism, SEEDS } from './load.ts';
import type { PrismOutput } from './negotiated-response.ts';
import type { HttpOperation, HttpRequest } from './packages.ts';
import { rankAccept } from './rank-accept.ts';

/** Selects a response. Equal requests get equal responses, unless they are dynamic without a seed. */
export interface ResponseRequest {
  readonly operation: Operation;
  /** Status of the response; default: the success. */
  readonly code?: number | undefined;
  /** Name of an example of the response. */
  readonly example?: string | undefined;
  readonly dynamic?: boolean | undefined;
  readonly seed?: string | undefined;
  /** Length of a generated list. */
  readonly items?: number | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
}

/** None of the declared media types is acceptable (RFC 9110 section 15.5.7). */
export const NOT_ACCEPTABLE = 'not-acceptable';

/** Returns Prism's output, or its error: it throws some errors and returns others. */
export async function runPrism(
  { instance }: LoadedPrism,
  resource: HttpOperation,
  { operation, code, example, dynamic = false, seed, accept }: ResponseRequest,
): Promise<PrismOutput | Error> {
  const ranked = accept === undefined ? undefined : rankAccept(accept, typesOf(operation, code));
  const request: HttpRequest = {
    method: resource.method as HttpRequest['method'],
    url: { path: operation.path },
    headers: ranked === undefined ? {} : { accept: ranked },
  };
  // A new object each time, because Prism writes the media types of the request into it.
  const mock = {
    dynamic,
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { exampleKey: example === 'example' ? 'default' : prismExampleName(example) }),
    // The generator keeps its seed: without another one, the next value would not be new.
    seed: seed ?? randomUUID(),
  };
  try {
    const result = await instance.request(request, [resource], { ...CONFIG, mock })();
    if (result._tag === 'Left') return result.left;
    const { output } = result.right;
    // If no media type of the status is acceptable, Prism takes another status that has no body.
    if (accept !== undefined && code !== undefined && output.statusCode !== code)
      return new Error(`no media type of status ${code} is acceptable`);
    return output;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The media types of the response that is wanted, else of all successes. */
function typesOf({ responses, response }: Operation, code: number | undefined): string[] {
  const wanted = code === undefined ? responses.filter(({ key }) => /^2|default/.test(key)) : [response(code)];
  return wanted.flatMap((each) => each?.content ?? []).map(({ type, range }) => range ?? type);
}

/** Returns Prism's response with a body only if it has an example, or its error. */
export async function negotiateOnly(
  prism: LoadedPrism,
  resource: HttpOperation,
  request: ResponseRequest,
): Promise<PrismOutput | Error | typeof NOT_ACCEPTABLE> {
  const bare = withoutBodies(resource);
  const output = await runPrism(prism, bare, { ...request, dynamic: false });
  if (!(output instanceof Error) || request.accept === undefined) return output;
  // Prism fails if no media type is acceptable or Accept is malformed; any other error occurs again.
  const other = await runPrism(prism, bare, { ...request, dynamic: false, accept: undefined });
  return other instanceof Error ? output : NOT_ACCEPTABLE;
}

/** Generates bodies with Prism's generator, which supports keywords such as `x-faker`. */
export async function* generateBodies(
  prism: LoadedPrism,
  resource: HttpOperation,
  request: ResponseRequest,
): AsyncGenerator<JsonValue> {
  for (const seed of SEEDS) {
    const output = await runPrism(prism, resource, { ...request, dynamic: true, seed });
    if (!(output instanceof Error) && output.body !== undefined) yield decodeData(output.body);
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
