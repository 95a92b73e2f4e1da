import { isResponse } from '../../core/http-response.ts';
import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { Exchange, JsonValue } from '../../core/model.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { stringsIn } from '../../generate/requests/unique-fields.ts';
import { words } from '../../openapi/resources/names.ts';
import { endsWithId } from '../../openapi/resources/references/identifying.ts';

const REJECTIONS: ReadonlySet<number> = new Set([400, 404, 409, 422, 424]);
const MISSING = /not exist|n't exist|not found|no such|unknown|could not find|couldn't find|cannot find|can't find/i;
const MAX_READ_BYTES = 4096;
/** Between the value and what is said about it. */
const MAX_DISTANCE = 60;
/** Texts that are made up for a request have a word or an identifier that nothing else has. */
const MADE_UP = /\bx{2}[a-z0-9]{6}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/;

/**
 * Why a valid request is rejected that names a record by a value that was made up: the service quotes it, and says that there
 * is none such, or has 404 for identifiers. No name in the document says which records the value refers to.
 * @param namesRecords whether records are known that the body names: those are there
 */
export function missingReference(
  { case: testCase, response }: Exchange,
  namesRecords: boolean | undefined,
): string | undefined {
  if (!isSpecified(testCase) || !isResponse(response) || !REJECTIONS.has(response.status)) return undefined;
  const named = response.status === 404 && !namesRecords ? identifierIn(testCase.spec.body) : undefined;
  if (named !== undefined) return reasonOf(named, response.status);
  const text = new TextDecoder().decode(response.body.subarray(0, MAX_READ_BYTES));
  if (!MISSING.test(text)) return undefined;
  const found =
    madeUpTexts(testCase.spec).find(([, value]) => saysMissing(text, value)) ??
    integersIn(testCase.spec.body ?? null).find(
      ([name, value]) => text.includes(name) && quoted(value).some((each) => saysMissing(text, each)),
    );
  return found && reasonOf(found[0], response.status);
}

function reasonOf(name: string, status: number): string {
  return `${name} names what the service does not have (${status}): give one that it has in values`;
}

/** The name of a property at the top of a body that has identifiers, such as `ids` of what is to be deleted. */
function identifierIn(body: JsonValue | undefined): string | undefined {
  return isObject(body) ? Object.keys(body).find((name) => endsWithId(words(name))) : undefined;
}

function saysMissing(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const end = at + value.length;
    if (MISSING.test(text.slice(Math.max(0, at - MAX_DISTANCE), end + MAX_DISTANCE))) return true;
  }
  return false;
}

/** The texts that were made up, with the name of the parameter or the place in the body. */
function madeUpTexts({ parameters, body }: RequestSpec): [name: string, value: string][] {
  const named = Object.values(parameters).flatMap((values) => Object.entries(values));
  const all = [...named.flatMap(([name, value]) => [...stringsIn(value, name)]), ...stringsIn(body ?? null, '')];
  return all.filter(([, value]) => MADE_UP.test(value));
}

/** In JSON, too, which escapes the quotes of a text. */
function quoted(value: string): string[] {
  return [`"${value}\\"`, `"${value}"`, `'${value}'`];
}

/** The integers in a body, with the name of the property that has them. */
function integersIn(value: JsonValue, name = ''): [name: string, value: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => integersIn(item, name));
  if (isObject(value)) return Object.entries(value).flatMap(([inner, each]) => integersIn(each, inner));
  return /^\d+$/.test(stringifyJson(value)) ? [[name, stringifyJson(value)]] : [];
}
