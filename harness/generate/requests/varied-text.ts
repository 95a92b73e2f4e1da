import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { matchesFormat } from '../../openapi/schema/keywords/format.ts';
import { replaceWhereValid } from '../values/replace-where-valid.ts';
import { type RequestSpec, requestMediaType } from './build-request.ts';

/** What a word beside it does not change: other texts, such as a number, would not be what they look like any more. */
const KEEPS_ITS_CHARACTERS = /[^\s\w.\-[\]{}]/;

/**
 * The request with another text of the same characters as the one under test, which a service that keeps it unique may
 * have from another request; the request itself if there is none.
 */
export function withVariedText(
  contract: Contract,
  operation: Operation,
  { spec, at, word }: { readonly spec: RequestSpec; readonly at: string; readonly word: string },
): RequestSpec {
  const schema = requestMediaType(operation)?.schema;
  const text = spec.body === undefined ? undefined : getAt(spec.body, at);
  if (schema === undefined || typeof text !== 'string' || !KEEPS_ITS_CHARACTERS.test(text)) return spec;
  if (isMoment(text)) return spec;
  const start = [...text].slice(0, -word.length - 1).join('');
  const candidates = [`${text} ${word}`, ...(start === '' ? [] : [`${start} ${word}`])];
  const isValid = (body: JsonValue) => contract.schemas.accepts(schema, body, 'request');
  return { ...spec, body: replaceWhereValid(spec.body ?? null, [{ at, candidates }], isValid) };
}

/** Whether a text is another one as {@link withVariedText} varies it. */
export function isVariedText(text: JsonValue | undefined, original: JsonValue | undefined): boolean {
  if (typeof text !== 'string' || typeof original !== 'string' || !KEEPS_ITS_CHARACTERS.test(original)) return false;
  const start = /^(.+) \w+$/su.exec(text)?.[1];
  return start !== undefined && original.startsWith(start);
}

/** Whether a text is a day or a time, which no word can stand beside, whatever its schema says. */
export function isMoment(text: string): boolean {
  return matchesFormat('date', text) || matchesFormat('date-time', text);
}

/** A text whose first word another one may replace, as in `example.com.` and `ord_1001`, but not in `https://example.com`. */
const FIRST_WORD = /^[A-Za-z][A-Za-z0-9]*(?=[^\sA-Za-z0-9])(?!:\/\/)(?!\S*\s)/;

/** Another text of the same form, which services check beyond their schema; undefined if nothing shows the form. */
export function textOfSameForm(text: string, word: string): string | undefined {
  return FIRST_WORD.test(text) ? text.replace(FIRST_WORD, word) : undefined;
}
