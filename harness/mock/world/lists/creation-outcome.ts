import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import { appendTokens, removeAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { words } from '../../../openapi/resources/names.ts';
import { outcomeOf } from '../../../openapi/resources/operations/outcomes.ts';
import type { NegotiatedResponse } from '../../prism/negotiated-response.ts';
import type { MockResponse } from '../../types.ts';

/** What a response says of the records that a request created, beside them: which failed, or how many. */
export interface Outcome {
  /** JSON Pointer in the body. */
  readonly at: string;
  readonly outcome: 'done' | 'failed';
  readonly isCount: boolean;
}

/** Finds the outcomes at the top of a body, and in the objects there. @param items JSON Pointer of the records */
export function outcomesIn(body: JsonValue, items?: string): Outcome[] {
  const inner = isObject(body) ? Object.entries(body).filter(([, value]) => isObject(value)) : [];
  const places = [['', body] as const, ...inner.map(([name, value]) => [appendTokens('', name), value] as const)];
  return places.flatMap(([place, object]) =>
    Object.entries(isObject(object) ? object : {}).flatMap(([name, value]) => {
      const at = appendTokens(place, name);
      const [outcome, isCount] = [outcomeOf(name), isNumber(value)];
      const isKnown =
        outcome !== undefined && at !== items && (isCount || (Array.isArray(value) && outcome === 'failed'));
      return isKnown ? [{ at, outcome, isCount }] : [];
    }),
  );
}

/** What an outcome is if none has failed, best first; undefined for nothing. */
export function outcomeValues({ outcome, isCount }: Outcome, created: number): readonly (JsonValue | undefined)[] {
  if (!isCount) return [[], null, undefined];
  return outcome === 'done' ? [created] : [0];
}

const FAILURE = /^(errors?|failures?|problems?)( (message|code|detail|details))?$/;
const STATUS = /^(http )?status( code)?$|^code$/;

/**
 * What a response says of one of several records, with the status of a success and without a failure, as far as it stays valid: each result
 * of a 207 has its own (RFC 4918 section 13).
 */
export function succeeded(
  { schemas }: Contract,
  schema: string | undefined,
  item: JsonValue,
  success: readonly number[],
): JsonValue {
  if (!isObject(item) || schema === undefined) return item;
  return Object.entries(item).reduce<JsonValue>((before, [name, value]) => {
    const phrase = words(name).join(' ');
    const isStatus = isNumber(value) && STATUS.test(phrase);
    const values = isStatus ? success : FAILURE.test(phrase) ? [undefined, null, []] : [];
    const at = appendTokens('', name);
    const changed = values.map((each) => (each === undefined ? removeAt(before, at) : replaceAt(before, at, each)));
    return changed.find((each) => schemas.accepts(schema, each, 'response')) ?? before;
  }, item);
}

/** The response to the creation of several records that shows their number at most. */
export function numberedResponse(
  { schemas }: Contract,
  { status, headers, bytes, body, content, write }: NegotiatedResponse,
  created: number,
): MockResponse {
  const { schema } = content ?? {};
  if (body === undefined || schema === undefined) return { status, headers, body: bytes };
  const told = outcomesIn(body).reduce((before, outcome) => {
    const [value] = outcomeValues(outcome, created);
    const after = value === undefined ? before : replaceAt(before, outcome.at, value);
    return schemas.accepts(schema, after, 'response') ? after : before;
  }, body);
  return { status, headers, body: told === body ? bytes : write(told) };
}
