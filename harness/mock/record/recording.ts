import { readEntries } from '../../http/har/read-entries.ts';
import type { RecordedBody } from '../../http/har/recorded-body.ts';
import { type RecordedExchange, readExchange } from '../../http/har/recorded-exchange.ts';

/**
 * Reads the exchanges of a recording that have all that was sent, but perhaps for secrets.
 * @throws {InputError} with the line, for what is no recording
 */
export async function readRecording(file: string): Promise<RecordedExchange[]> {
  const exchanges: RecordedExchange[] = [];
  for await (const { value, line } of readEntries(file)) {
    const exchange = readExchange(value, { file, line, column: 1 });
    const { request, response } = exchange;
    if (response && isKnown(response.body) && isKnown(request.body)) exchanges.push(exchange);
  }
  return exchanges;
}

function isKnown({ isWhole, isMasked = false }: RecordedBody): boolean {
  return isWhole || isMasked;
}
