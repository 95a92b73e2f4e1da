import { parts } from '../../contract/clauses.ts';
import { leavesOpen } from '../../contract/gaps.ts';
import { isObject, writeJson } from '../../contract/json.ts';
import {
  isSegment,
  primitiveText,
  serializeHeader,
  serializePairs,
  serializeSegment,
} from '../../contract/parameters/serialize.ts';
import { declaredTypes, parsePrimitive } from '../../contract/parameters/typed.ts';
import { join } from '../../contract/pointer.ts';
import { variants } from '../../contract/variants.ts';
import type { Clause, Json, Parameter } from '../../model.ts';
import { type Draft, withParameter } from '../request.ts';
import type { Ground, Planned } from './plan.ts';

/** Longer request targets are refused by HTTP servers before the service sees them (RFC 9112 section 3 recommends 8,000). */
const MAX_LENGTH = 4000;

/** Each parameter absent, at every boundary and with every violation, in its declared style. */
export function* parameterCases(ground: Ground): Generator<Planned> {
  for (const parameter of ground.operation.parameters) {
    yield* presence(ground, parameter);
    yield* values(ground, parameter);
    if (parameter.in === 'query') yield* spellings(ground, parameter);
  }
  if (ground.operation.parameters.some((parameter) => parameter.in === 'query')) yield* undeclared(ground);
}

function clauseFinder({ contract, operation }: Ground, parameter: Parameter): (pointer: string) => Clause {
  return (pointer) => contract.clauseAt(operation, parts.parameter(parameter), pointer);
}

function* presence(ground: Ground, parameter: Parameter): Generator<Planned> {
  const clause = clauseFinder(ground, parameter);
  const name = title(parameter);
  const value = ground.full.parameters[parameter.in][parameter.name];
  if (parameter.in !== 'path') {
    const about = [clause(parameter.required ? join(parameter.pointer, 'required') : parameter.pointer)];
    const absent = withParameter(ground.full, parameter, undefined);
    yield { id: `${name} is absent`, draft: absent, intent: parameter.required ? 'reject' : 'accept', about };
  }
  if (value === undefined || parameter.required) return;
  const alone = withParameter(ground.least, parameter, value);
  yield {
    id: `${name} is the only optional parameter`,
    draft: alone,
    intent: 'accept',
    about: [clause(parameter.pointer)],
  };
}

function* values(ground: Ground, parameter: Parameter): Generator<Planned> {
  const { contract, full } = ground;
  const { schema } = parameter;
  const base = full.parameters[parameter.in][parameter.name];
  if (!schema || base === undefined) return;
  const clause = clauseFinder(ground, parameter);
  const seen = new Set([wire(parameter, base)]);
  for (const variant of variants(contract, schema, base, 'request')) {
    const text = wire(parameter, variant.value);
    if (text === undefined || text === '' || text.length > MAX_LENGTH) continue;
    const open = variant.open || isUnclear(ground, parameter, variant.value);
    // The text of an unclear value may be that of a clear one as well.
    if (seen.has(text) || seen.has(`${open} ${text}`)) continue;
    seen.add(open ? `${open} ${text}` : text);
    const read = readBack(ground, parameter, variant.value);
    const broken = contract.schemas.validate(schema, read, 'request');
    if (broken.length > 0 !== variant.broken.length > 0 && !open) continue;
    const intent = open ? 'either' : broken.length > 0 ? 'reject' : 'accept';
    const about = broken.length > 0 ? broken.map(({ pointer }) => clause(pointer)) : [clause(variant.about)];
    yield {
      id: `${title(parameter)} ${variant.label}`,
      draft: withParameter(full, parameter, variant.value),
      intent,
      about,
    };
  }
}

/** True where a request can carry the value in this parameter so that every service reads the same. */
export function isClear(ground: Ground, parameter: Parameter, value: Json): boolean {
  const text = wire(parameter, value);
  return text !== undefined && text !== '' && text.length <= MAX_LENGTH && !isUnclear(ground, parameter, value);
}

/** What is sent, or undefined where the place cannot carry it. */
function wire(parameter: Parameter, value: Json): string | undefined {
  if (isObject(value) && parameter.style !== 'deepObject' && parameter.style !== 'content' && !parameter.schema)
    return undefined;
  const write = { query: serializePairs, cookie: serializePairs, path: serializeSegment, header: serializeHeader };
  const text = write[parameter.in](parameter, value);
  if (parameter.in === 'header' && (/[^\x21-\x7e ]/.test(text) || text !== text.trim())) return undefined;
  if (parameter.in === 'path' && !isSegment(text)) return undefined;
  return text;
}

/** The value as a service that knows the schema reads it from the wire, where every primitive is text. */
function readBack({ contract }: Ground, parameter: Parameter, value: Json): Json {
  if (parameter.style === 'content' || !parameter.schema) return value;
  const types = declaredTypes(contract.document, parameter.schema);
  const inner = types.has('array')
    ? declaredTypes(contract.document, join(contract.document.resolve(parameter.schema).pointer, 'items'))
    : types;
  if (Array.isArray(value))
    return value.map((item) => (isPrimitive(item) ? parsePrimitive(inner, primitiveText(item)) : item));
  if (isObject(value)) {
    const { pointer } = contract.document.resolve(parameter.schema);
    const members = Object.entries(value).map(([name, member]): [string, Json] => {
      const own = declaredTypes(contract.document, join(pointer, 'properties', name));
      return [name, isPrimitive(member) ? parsePrimitive(own, primitiveText(member)) : member];
    });
    return Object.fromEntries(members);
  }
  const text = primitiveText(value);
  return types.has('array') ? [parsePrimitive(inner, text)] : parsePrimitive(types, text);
}

function isPrimitive(value: Json): boolean {
  return !Array.isArray(value) && !isObject(value);
}

/** On the wire these say something else, or different things to different readers (OpenAPI 3.0.3, Style Values; RFC 3986 section 6). */
function isUnclear({ contract }: Ground, parameter: Parameter, value: Json): boolean {
  const types = parameter.schema ? declaredTypes(contract.document, parameter.schema) : new Set();
  if (types.has('object') && !isObject(value) && parameter.style !== 'content') return true;
  const isFlat = isObject(value) && parameter.style === 'deepObject' && Object.keys(value).length > 0;
  const items = Array.isArray(value) ? value : isFlat ? Object.values(value) : [value];
  if (items.some((item) => Array.isArray(item) || isObject(item))) return true;
  const text = items.map(primitiveText);
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (isEmpty || (!isPrimitive(value) && text.some((item) => item === ''))) return true;
  if (!parameter.explode && Array.isArray(value) && text.some((item) => /[, |]/.test(item))) return true;
  if (parameter.in === 'path') return text.some((item) => item === '' || /^\.|[/\\%]/.test(item));
  if (parameter.in === 'query') return false;
  // A blank inside of a header's value is as good as any character (RFC 9110 section 5.5); a cookie's may have none (RFC 6265 section 4.1.1).
  const plain = parameter.in === 'header' ? /^[\x20-\x7e]*$/ : /^[\x21-\x7e]*$/;
  return text.some((item) => !plain.test(item) || /[;,"\\]/.test(item));
}

/** Texts of a number that only a careless reader takes, or that readers differ about. */
const NUMBER_TEXTS: readonly (readonly [id: string, raw: string, intent: Planned['intent']])[] = [
  ['is a number with letters behind it', '10abc', 'reject'],
  ['is a hexadecimal number', '0x10', 'reject'],
  ['has two signs', '--1', 'reject'],
  ['is the word null', 'null', 'reject'],
  ['is NaN', 'NaN', 'reject'],
  ['has an exponent', '1e1', 'either'],
  ['is spelt 10.0', '10.0', 'either'],
  ['has a plus sign', '%2B5', 'either'],
  ['has a blank before it', '%205', 'either'],
  ['has a leading zero', '010', 'either'],
  ['is in other digits', '%D9%A1', 'either'],
];

/** The query as text: repeated, misspelt, oddly encoded. */
function* spellings(ground: Ground, parameter: Parameter): Generator<Planned> {
  const clause = clauseFinder(ground, parameter);
  const { contract, full } = ground;
  const { name, schema } = parameter;
  const others = queryWithout(ground, full, parameter);
  const own = full.parameters.query[name];
  if (own === undefined || parameter.style === 'content') return;
  const raw = (id: string, pairs: string, intent: Planned['intent'], pointer: string): Planned => {
    const rawQuery = [others, pairs].filter((pair) => pair !== '').join('&');
    return { id: `${title(parameter)} ${id}`, draft: { ...full, rawQuery }, intent, about: [clause(pointer)] };
  };
  const types = schema ? declaredTypes(contract.document, schema) : new Set();
  const numeric = (types.has('integer') || types.has('number')) && !types.has('string') && types.size === 1;
  const type = join(contract.document.resolve(schema ?? parameter.pointer).pointer, 'type');
  if (numeric) for (const [id, text, intent] of NUMBER_TEXTS) yield raw(id, `${name}=${text}`, intent, type);
  const pairs = serializePairs(parameter, own);
  if (!Array.isArray(own)) yield raw('is given twice', `${pairs}&${pairs}`, 'either', parameter.pointer);
  yield raw('is badly percent-encoded', `${name}=%zz`, 'either', parameter.pointer);
  yield raw('is not UTF-8', `${name}=%ff%fe`, 'either', parameter.pointer);
  yield raw('has a NUL', `${name}=%00`, 'either', parameter.pointer);
  yield raw('has a name without a value', name, 'either', parameter.pointer);
  if (!numeric) yield raw('is empty', `${name}=`, 'either', parameter.pointer);
  if (!parameter.required || name.toUpperCase() === name) return;
  if (isObject(own)) return;
  const folded = pairs.replaceAll(`${name}=`, `${name.toUpperCase()}=`);
  yield raw('is spelt in capitals, so it is absent', folded, 'reject', join(parameter.pointer, 'required'));
  if (!Array.isArray(own)) return;
  const openStyle = leavesOpen(contract.document, parameter.pointer, ['style', 'explode']) ? 'either' : 'reject';
  yield raw(
    'is spelt with brackets, so it is absent',
    pairs.replaceAll(`${name}=`, `${name}[]=`),
    openStyle,
    join(parameter.pointer, 'required'),
  );
}

function queryWithout({ operation }: Ground, draft: Draft, parameter: Parameter): string {
  return operation.parameters
    .filter((other) => other.in === 'query' && other.name !== parameter.name)
    .flatMap((other) => {
      const value = draft.parameters.query[other.name];
      return value === undefined ? [] : [serializePairs(other, value)];
    })
    .join('&');
}

function* undeclared(ground: Ground): Generator<Planned> {
  const { contract, operation, full } = ground;
  const query = { ...full.parameters.query, unknown_parameter: 'x' };
  const about = [contract.clauseAt(operation, parts.answer, operation.pointer)];
  const draft = { ...full, parameters: { ...full.parameters, query } };
  yield { id: 'an undeclared query parameter', draft, intent: 'either', about };
}

function title({ in: place, name }: Parameter): string {
  return `${place} ${writeJson(name).slice(1, -1)}`;
}
