import { isObject, tryParseJson } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Exchange, JsonValue } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ValidationError } from '../openapi/schema/messages.ts';
import { contentSchemas } from '../openapi/streams/event-data.ts';
import { createFinding, type FindingDetails } from './check.ts';
import { describedValue, matchStream } from './stream.ts';

/** One violation by an item; `subject` says where, after `item 3`. */
interface ItemViolation extends Pick<ValidationError, 'pointer' | 'message' | 'actual'> {
  readonly subject: string;
}

/** Validates the items of a stream against their schema: a finding for each violated clause, at the first item that shows it. */
export function evaluateItems(contract: Contract, exchange: Exchange): FindingDetails[] {
  const matched = matchStream(exchange);
  const schema = matched?.stream.schema;
  if (!matched || schema === undefined) return [];
  const { documented, mediaType, stream, reading } = matched;
  const part = clauseParts.responseBody(documented, mediaType.type);
  const found = new Map<string, FindingDetails>();
  for (const [index, { value }] of reading.items.entries()) {
    const described = describedValue(stream, value);
    if (!described) continue;
    const violations =
      'problem' in described
        ? [notJson(mediaType.pointer, described.problem)]
        : violationsOf(contract, schema, described.value);
    for (const { pointer, subject, message, actual } of violations) {
      const clause = contract.clauseAt(exchange.case.operation, part, pointer);
      const where = `item ${index + 1} of the ${documented.key} stream`;
      const text = `${subject === '' ? where : `${subject} of ${where}`} ${message}${actual === undefined ? '' : `, got ${actual}`}`;
      if (!found.has(clause.id)) found.set(clause.id, createFinding(clause, text, message, actual ?? 'absent'));
    }
  }
  return [...found.values()];
}

function violationsOf(contract: Contract, schema: string, value: JsonValue): ItemViolation[] {
  const errors = contract.schemas.validate(schema, value, 'response');
  if (errors.length > 0) return errors.map((error) => ({ ...error, subject: error.instancePath }));
  return dataViolations(contract, schema, value);
}

/** The data of an event may be JSON with a schema of its own. */
function dataViolations(contract: Contract, schema: string, value: JsonValue): ItemViolation[] {
  const data = isObject(value) ? value['data'] : undefined;
  if (typeof data !== 'string') return [];
  const pointers = contentSchemas(contract, schema, value, 'data');
  if (pointers.length === 0) return [];
  const parsed = tryParseJson(data);
  if ('error' in parsed) return pointers.slice(0, 1).map((pointer) => notJson(pointer, parsed.error.message));
  return pointers.flatMap((pointer) =>
    contract.schemas
      .validate(pointer, parsed.value, 'response')
      .map((error) => ({ ...error, subject: appendTokens('', 'data') + error.instancePath })),
  );
}

function notJson(pointer: string, problem: string): ItemViolation {
  return { pointer, subject: '/data', message: `must be JSON: ${problem}`, actual: undefined };
}
