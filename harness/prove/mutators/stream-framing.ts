import type { StreamFormat } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { itemOf, type StreamUnderTest, streamBody } from '../documented-stream.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses } from './mutate-response.ts';

type Framing = readonly [how: string, change: (stream: string) => string];

const HTML = '<!DOCTYPE html><html><body>Error</body></html>';
const pretty = (text: string) => text.replaceAll('{', '{\n');
/** A lone word would be the name of a field. */
const asJson = (value: string) => (/^["[{]/.test(value) ? value : JSON.stringify(value));

/** How services get the framing wrong; each gets a whole stream of two items. */
const WRONG_FRAMINGS: Readonly<Record<StreamFormat, readonly Framing[]>> = {
  'event-stream': [
    ['of JSON without names of fields', (text) => text.replace(/^\w+: (.*)$/gm, (_, value: string) => asJson(value))],
    ['that is an HTML page', () => `${HTML}\n\n`],
  ],
  'json-lines': [
    ['of JSON over several lines', pretty],
    ['with a comma after each line', (text) => text.replaceAll('\n', ',\n')],
    ['with a last line that is cut', (text) => text.slice(0, -2)],
    ['that is an HTML page', () => HTML],
  ],
  'json-seq': [
    ['without record separators', (text) => text.replaceAll('\u001e', '')],
    ['with a last item that is cut', (text) => text.slice(0, -2)],
  ],
  multipart: [
    ['without its closing delimiter', (text) => text.replace(/--[^\n]*--\r\n$/, '')],
    ['whose lines end with LF alone', (text) => text.replaceAll('\r\n', '\n')],
    ['that is an HTML page', () => HTML],
  ],
};

/** Mutants that respond with streams that are framed in another way than their media type says. */
export function* wrongFramingMutants(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  for (const response of context.responses) {
    const { stream, spec } = response;
    if (!stream) continue;
    const { media } = stream;
    const clause = contract.clauseAt(operation, clauseParts.responseBody(spec, media.type), media.pointer);
    for (const [how, change] of WRONG_FRAMINGS[media.stream.format]) {
      const body = changed(stream, change);
      yield createMutant(operation, {
        clause,
        mutator: 'stream',
        description: `responds ${spec.key} with a stream ${how}`,
        mutate: mutateResponses(context, response, (given) => ({ ...given, body })),
      });
    }
  }
}

function changed(stream: StreamUnderTest, change: Framing[1]): Uint8Array {
  const text = Buffer.from(streamBody(stream, [itemOf(stream), itemOf(stream)])).toString('latin1');
  return Buffer.from(change(text), 'latin1');
}
