import type { StreamFormat } from '../../core/model.ts';
import { parseMediaType, streamFormatOf } from '../../openapi/media-type.ts';
import { contentTypeOf } from '../json-response.ts';
import { type Variation, type VariationContext, varyResponses } from './variation.ts';

type Change = readonly [description: string, change: (stream: string) => string];

const EVENT_CHANGES: readonly Change[] = [
  ['ends the lines of event streams with CR LF', (text) => text.replaceAll('\n', '\r\n')],
  ['ends the lines of event streams with CR', (text) => text.replaceAll('\n', '\r')],
  ['begins event streams with a byte order mark', (text) => `\xef\xbb\xbf${text}`],
  ['keeps event streams alive with comments', (text) => `: welcome\n\n${text.replaceAll('\n\n', '\n\n:\n\n')}`],
  ['says when to reconnect, in events without data', (text) => `retry: 3000\n\n${text}`],
  [
    'sends fields that clients ignore, and no space after a colon',
    (text) => text.replace(/^data: /gm, 'trace:1\ndata:'),
  ],
  ['splits JSON in events over several lines of data', (text) => text.replace(/^data: \{/gm, 'data: {\ndata: ')],
  ['names events without data', (text) => `event: ping\n\n${text}`],
];

const CHANGES: Readonly<Record<StreamFormat, readonly Change[]>> = {
  'event-stream': EVENT_CHANGES,
  'json-lines': [
    ['ends JSON lines with CR LF', (text) => text.replaceAll('\n', '\r\n')],
    ['leaves out the last line feed of JSON lines', (text) => text.replace(/\n$/, '')],
    ['keeps JSON lines alive with empty lines', (text) => `\n${text.replaceAll('\n', '\n\n')}`],
  ],
  'json-seq': [
    ['sends several record separators in a row', (text) => text.replaceAll('\u001e', '\u001e\u001e')],
    ['leaves out the last line feed of a sequence of objects', (text) => text.replace(/\}\n$/, '}')],
    ['indents the JSON of a sequence', (text) => text.replaceAll('\u001e{', '\u001e{\n  ')],
  ],
  multipart: [
    ['adds text before and after the parts', (text) => `a preamble\r\n${text}an epilogue`],
    ['pads the lines of boundaries', (text) => text.replace(/^(--[^\r\n]+)\r\n/gm, '$1 \t\r\n')],
  ],
};

/** Returns variations of how streams are framed: what their specifications leave to the service. */
export function streamVariations({ subjects }: VariationContext): Variation[] {
  const formats = new Set(
    subjects.flatMap(({ responses }) => responses.flatMap(({ stream }) => stream?.media.stream.format ?? [])),
  );
  return [...formats].flatMap((format) => CHANGES[format].map((change) => vary(format, change)));
}

function vary(format: StreamFormat, [description, change]: Change): Variation {
  return varyResponses('stream', description, (response) => {
    if (streamFormatOf(parseMediaType(contentTypeOf(response))?.essence ?? '') !== format) return response;
    return { ...response, body: Buffer.from(change(Buffer.from(response.body).toString('latin1')), 'latin1') };
  });
}
