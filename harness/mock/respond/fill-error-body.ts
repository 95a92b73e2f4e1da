import { jsonEqual } from '../../core/json/equal.ts';
import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { RequestPlace, RequestProblem } from '../../core/received-request.ts';
import { schemaExamples } from '../../generate/values/schema-examples.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { declaredTypes } from '../../openapi/parameters/primitive.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { allowsNumbers } from '../../openapi/schema/instance-types.ts';
import { declaredProperties } from './declared-properties.ts';
import { errorCode } from './error-code.ts';
import { listsProblems } from './error-lists.ts';
import { fieldName, namesPlace, placeValue } from './error-place.ts';
import { isMadeUpSuccess, isMadeUpText, isMessageName } from './error-text.ts';

/** Content of an error: its status, the reason phrase, and the description of the problem. */
export interface ErrorDetails {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  /** The single problems; a list in the error gets an item for each that is about a part of the request. */
  readonly problems?: readonly RequestProblem[];
  /** True if the base is made up, so that nothing in it was chosen by an author. */
  readonly isGenerated?: boolean;
}

/** What is filled: the whole error, or the item of a list that is about one part of the request. */
interface Scope extends ErrorDetails {
  readonly document: OpenApiDocument;
  readonly place: RequestPlace | undefined;
  readonly depth: number;
  /** True in a message that is an object, such as one with a text for each language. */
  readonly isMessage: boolean;
  /** True where nothing but a title can say what is wrong. */
  readonly hasTitleAlone?: boolean;
}

const STATUS = /^(http_?)?(status|code|(status|err(or)?|response|result)_?code|err(or)?_?(no|number))$/i;
const TITLE = /^(title|status_?text|reason_?phrase)$/i;
const MAX_DEPTH = 6;
const MAX_ITEMS = 20;

/**
 * Fills the properties of an error that hold a status, a message or the name of a part of the request, recognized by
 * name and type; others stay unchanged. A status in `base` that is not an HTTP error status, such as an application code,
 * stays too, unless the base is made up.
 */
export function fillErrorBody(
  document: OpenApiDocument,
  schema: string | undefined,
  base: JsonValue,
  details: ErrorDetails,
): JsonValue {
  return fill(schema, base, { ...details, document, place: undefined, depth: 0, isMessage: false });
}

function fill(schema: string | undefined, base: JsonValue, scope: Scope): JsonValue {
  if (scope.depth > MAX_DEPTH) return base;
  if (typeof base === 'string' && scope.depth === 0) return scope.message;
  if (Array.isArray(base)) return fillList(schema, base, scope);
  return isObject(base) ? fillObject(schema, base, scope) : base;
}

/** Returns an item for each problem with a part of the request, like the first one; one item if there is none. */
function fillList(schema: string | undefined, base: readonly JsonValue[], scope: Scope): JsonValue[] {
  const [template] = base;
  if (template === undefined) return [];
  const { document, depth, problems = [] } = scope;
  const items = schema && appendTokens(document.resolve(schema).pointer, 'items');
  const located = problems.filter(({ place }) => place !== undefined).slice(0, MAX_ITEMS);
  const about = located.length > 0 ? located : [{ message: scope.message, place: scope.place }];
  return about.map(({ message, place }) => {
    const inside = { ...scope, message, place, problems: [], depth: depth + 1 };
    return typeof template === 'string' ? message : fill(items, template, inside);
  });
}

function fillObject(schema: string | undefined, base: JsonObject, scope: Scope): JsonObject {
  const { document, place } = scope;
  const declared = schema === undefined ? new Map<string, string>() : declaredProperties(document, schema);
  const others = schema && effectiveSchema(document, schema, 'response').additionalProperties;
  const filled: JsonObject = {};
  const added = [...declared.keys()].filter((name) => isMessageName(name) || (place !== undefined && namesPlace(name)));
  const names = new Set([...Object.keys(base), ...added]);
  const hasMessage = [...names].some((name) => isMessageName(name));
  const own = { ...scope, hasTitleAlone: !hasMessage && ![...names].some((name) => listsProblems(name)) };
  for (const name of names) {
    const pointer = declared.get(name) ?? (typeof others === 'string' ? others : undefined);
    const value = getOwn(base, name);
    const made = propertyValue(schema, pointer, name, value, own, hasMessage);
    const isStray =
      made === undefined &&
      (value === undefined ||
        isMadeUpValue(schema, pointer, name, scope, value) ||
        (isObject(value) && hasMessage && isMadeUpMap(schema, pointer, name, scope)) ||
        (hasMessage && isEmptyList(schema, name, value, scope)));
    if (isStray) continue;
    const inside = { ...scope, depth: scope.depth + 1, isMessage: isMessageName(name) && isObject(value) };
    setProperty(filled, name, made ?? fill(pointer, value ?? null, inside));
  }
  return filled;
}

/** True for a made-up list of problems, if there is none with a part of the request. */
function isEmptyList(schema: string | undefined, name: string, own: JsonValue | undefined, scope: Scope): boolean {
  const { document, problems = [], isGenerated, place } = scope;
  if (!isGenerated || place || schema === undefined || !listsProblems(name)) return false;
  const isOptional = !effectiveSchema(document, schema, 'response').required.has(name);
  const isOfObjects = Array.isArray(own) && own.some(isObject);
  return isOptional && (isOfObjects || !isMessageName(name)) && !problems.some((problem) => problem.place);
}

/** True for an optional map with made-up names. */
function isMadeUpMap(
  schema: string | undefined,
  pointer: string | undefined,
  name: string,
  { document, isGenerated }: Scope,
): boolean {
  if (!isGenerated || schema === undefined || !isMap(document, pointer)) return false;
  return !effectiveSchema(document, schema, 'response').required.has(name);
}

/** True for an optional value that is not about this error, or not about the part of the request that an item is about. */
function isMadeUpValue(
  schema: string | undefined,
  pointer: string | undefined,
  name: string,
  { document, place, isGenerated = false }: Scope,
  value: JsonValue,
): boolean {
  if (schema === undefined || typeof value === 'object') return false;
  if (effectiveSchema(document, schema, 'response').required.has(name)) return false;
  // RFC 9457 section 3.1.5: the instance of a problem is where there is more about it.
  if (isGenerated && (name === 'instance' || isMadeUpText(document, pointer, value))) return true;
  return place !== undefined && (isGenerated || namesPlace(name));
}

/** Returns the value of a property that is about this error. @returns undefined for any other property */
function propertyValue(
  schema: string | undefined,
  pointer: string | undefined,
  name: string,
  base: JsonValue | undefined,
  scope: Scope,
  hasMessage: boolean,
): JsonValue | undefined {
  const { document, title, message, place, isGenerated, isMessage } = scope;
  const types = pointer === undefined ? new Set<string>() : declaredTypes(document, pointer);
  const isString = typeof base === 'string' || (base === undefined && types.has('string'));
  const isList = Array.isArray(base) || (base === undefined && types.has('array'));
  if (place && namesPlace(name) && (isString || isList)) return placeValue(name, base, isList, place);
  if (isObject(base) && listsProblems(name) && isMap(document, pointer))
    return messagesByField(pointer, base, scope, hasMessage && isMadeUpMap(schema, pointer, name, scope));
  const code = errorCode(document, pointer, name, base, scope);
  if (code !== undefined) return code;
  if (STATUS.test(name)) return statusValue(pointer, base, scope, allowsNumbers(types));
  if (isString && isMessageName(name)) return message;
  if (isGenerated && isMadeUpSuccess(document, pointer, name, base)) return false;
  if (isString && TITLE.test(name)) return scope.hasTitleAlone && /^title$/i.test(name) ? message : title;
  // RFC 9457 section 4.2.1: the type of a problem that has no more semantics than its status.
  if (name === 'type' && isString && (base === 'string' || scope.isGenerated)) return 'about:blank';
  if (isString && /^error$/i.test(name)) return hasMessage ? title : message;
  // What kind of an error it is, beside what is wrong.
  if (isString && isGenerated && hasMessage && /^(error_?)?name$/i.test(name)) return title;
  const isRequired = schema !== undefined && effectiveSchema(document, schema, 'response').required.has(name);
  if (isGenerated && (isRequired || isMessage) && isMadeUpText(document, pointer, base ?? null)) return message;
  return undefined;
}

/** True for an object whose property names are the parts of the request, such as `{ name: ["is required"] }`. */
function isMap(document: OpenApiDocument, pointer: string | undefined): boolean {
  if (pointer === undefined) return false;
  const { properties, additionalProperties } = effectiveSchema(document, pointer, 'response');
  return properties.size === 0 && typeof additionalProperties === 'string';
}

/** The name of what is about no part of the request, as Rails has it, in a map of messages by part. */
const WHOLE = 'base';

/**
 * The object with a property for each part of the request: its messages, or objects like those of the base.
 * @param isDispensable if it may be absent when no part of the request is wrong
 */
function messagesByField(
  pointer: string | undefined,
  base: JsonObject,
  scope: Scope,
  isDispensable: boolean,
): JsonObject | undefined {
  const { document, isGenerated, depth } = scope;
  const values = pointer && effectiveSchema(document, pointer, 'response').additionalProperties;
  const located = (scope.problems ?? []).filter(({ place }) => place);
  if (typeof values !== 'string' || (located.length === 0 && (!isGenerated || isDispensable))) return undefined;
  const problems = located.length > 0 ? located : [{ message: scope.message, place: scope.place }];
  const isList = declaredTypes(document, values).has('array');
  const [sample] = Object.values(base);
  const [item] = Array.isArray(sample) ? sample : [sample];
  const schema = isList ? appendTokens(document.resolve(values).pointer, 'items') : values;
  const filled: JsonObject = {};
  for (const { message, place } of problems.slice(0, MAX_ITEMS)) {
    const field = place && place.path.length > 0 ? fieldName(place) : WHOLE;
    const inside = { ...scope, message, place, problems: [], depth: depth + 2 };
    const own = isObject(item) ? fillObject(schema, item, inside) : message;
    const others = getOwn(filled, field);
    setProperty(filled, field, isList ? [...(Array.isArray(others) ? others : []), own] : (others ?? own));
  }
  return filled;
}

function statusValue(
  pointer: string | undefined,
  base: JsonValue | undefined,
  { document, status, isGenerated = false }: Scope,
  isNumber: boolean,
): JsonValue | undefined {
  const examples = pointer === undefined ? [] : schemaExamples(effectiveSchema(document, pointer, 'response'));
  const isChosen = base !== undefined && examples.some((example) => jsonEqual(example, base));
  const isReplaced = (isGenerated && !isChosen) || isReplaceableStatus(base);
  if (typeof base === 'string') return isReplaced ? String(status) : undefined;
  if (isNumber || typeof base === 'number') return isReplaced ? status : undefined;
  return undefined;
}

/** True for an HTTP error status, and for generated placeholder values. */
function isReplaceableStatus(base: JsonValue | undefined): boolean {
  if (base === undefined || base === 'string') return true;
  const number = Number(base);
  return (number >= 400 && number <= 599) || number === 0 || number < -1e6;
}

/** Returns the HTTP error status in the body of an error. @returns undefined if it has none */
export function statusInBody(value: JsonValue): number | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, property] of Object.entries(value)) {
    const number = Number(property);
    if (STATUS.test(name) && /^[45]\d\d$/.test(String(property))) return number;
    const inner = isObject(property) ? statusInBody(property) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
