import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { matchStream } from './stream.ts';

/** Requires that a stream separates its items as its media type says. The end of a stream that was not read to its end proves nothing. */
export function streamFraming(contract: Contract): ResponseCheck {
  return {
    title: 'Streams are framed as their media type says',
    evaluate(exchange) {
      const matched = matchStream(exchange);
      if (!matched) return [];
      const { documented, mediaType, reading } = matched;
      const part = clauseParts.responseBody(documented, mediaType.type);
      const clause = contract.clauseAt(exchange.case.operation, part, mediaType.pointer);
      const expected = `well-formed ${mediaType.type}`;
      return reading.problems.slice(0, 1).map(({ item, message, source, isMinor }) => {
        const subject =
          item === undefined ? `the ${documented.key} stream` : `item ${item} of the ${documented.key} stream`;
        const finding = createFinding(clause, `${subject} ${message} (${source})`, expected);
        return isMinor ? { ...finding, severity: 'warning' } : finding;
      });
    },
  };
}
