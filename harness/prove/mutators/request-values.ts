import { bodyType, buildRequest, withParameter } from '../../generate/requests/build-request.ts';
import { isClear } from '../../generate/boundary/parameters.ts';
import { parts } from '../../openapi/clauses/clauses.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, writeJson } from '../../core/json/index.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { at, tokens } from '../../core/json/pointer.ts';
import { canonicalText, equal } from '../../core/json/equal.ts';
import { variants } from '../../generate/values/boundary/mutate-value.ts';
import type { Clause, Json, Parameter } from '../../core/model.ts';
import { received, type Seen } from '../request-parser.ts';
import type { Subject } from '../operation-context.ts';

/** A value that a request may carry in one place, told from all others. */
export interface RequestValue {
  /** The place and what is there, e.g. `body /id is a numeric string`. */
  readonly label: string;
  /** The clauses that it breaks. */
  readonly broken: readonly Clause[];
  /** The clause that it keeps, where it breaks none. */
  readonly about: Clause;
  /** The value itself; undefined where the place is empty. */
  readonly value: Json | undefined;
  /** What a request has in this place. */
  read(seen: Seen): Json | undefined;
  /** True for a request that carries it. */
  isIn(seen: Seen): boolean;
}

const known = new WeakMap<Subject, readonly RequestValue[]>();

/** Each value of a request, right or wrong, about which the contract speaks; made once for all breaks. */
export function requestValues(subject: Subject): readonly RequestValue[] {
  const values = known.get(subject) ?? [...makeValues(subject)];
  known.set(subject, values);
  return values;
}

function* makeValues(subject: Subject): Generator<RequestValue> {
  yield* bodyValues(subject);
  for (const parameter of subject.operation.parameters) yield* parameterValues(subject, parameter);
}

function* bodyValues({ contract, operation, full }: Subject): Generator<RequestValue> {
  const type = bodyType(operation);
  if (!type?.schema || !isJsonType(type.type) || full?.body === undefined) return;
  const clause = (pointer: string) => contract.clauseAt(operation, parts.requestBody(type.type), pointer);
  for (const variant of variants(contract, type.schema, full.body, 'request')) {
    if (variant.open) continue;
    const { label, path, broken, about } = variant;
    const value = at(variant.value, path);
    const base = at(full.body, path);
    const read = ({ body }: Seen) => (body === undefined ? undefined : at(body, path));
    yield {
      label: `body ${label}`,
      broken: broken.map(clause),
      about: clause(about),
      value,
      read,
      isIn: (seen) => seen.body !== undefined && same(read(seen), value, base) && parentIsThere(seen.body, path),
    };
  }
}

/** What is made of the valid value, such as a list of it, differs from request to request: it is told by its form. */
function same(a: Json | undefined, b: Json | undefined, base: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const derived = base !== undefined && form(b) !== form(base) && writeJson(b).includes(writeJson(base));
  return derived ? form(a) === form(b) : equal(a, b);
}

function form(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(form)}]`;
  if (isObject(value)) return `{${Object.keys(value).map((name) => `${name}:${form(value[name] ?? null)}`)}}`;
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? 'digits' : 'text';
  return isNumber(value) ? 'number' : String(value);
}

function parentIsThere(body: Json, path: string): boolean {
  return tokens(path).length < 2 || at(body, path.slice(0, path.lastIndexOf('/'))) !== undefined;
}

/** As they are read from the wire: what cannot be told from another value there is left out. */
function* parameterValues(subject: Subject, parameter: Parameter): Generator<RequestValue> {
  const { contract, operation, full, reader, ground } = subject;
  const { schema } = parameter;
  const base = full?.parameters[parameter.in][parameter.name];
  if (!ground || !full || schema === undefined || base === undefined) return;
  const clause = (pointer: string) => contract.clauseAt(operation, parts.parameter(parameter), pointer);
  const own = reader.read(received(buildRequest(operation, full)))?.parameters.get(parameter);
  const seen = new Set(own === undefined ? [] : [canonicalText(own)]);
  for (const variant of variants(contract, schema, base, 'request')) {
    if (variant.open || !isClear(ground, parameter, variant.value)) continue;
    const request = buildRequest(operation, withParameter(full, parameter, variant.value));
    const value = reader.read(received(request))?.parameters.get(parameter);
    if (value === undefined || seen.has(canonicalText(value))) continue;
    seen.add(canonicalText(value));
    const broken = contract.schemas.validate(schema, value, 'request').map(({ pointer }) => clause(pointer));
    if (broken.length > 0 !== variant.broken.length > 0) continue;
    yield {
      label: `${parameter.in} ${parameter.name} ${variant.label}`,
      broken,
      about: clause(variant.about),
      value,
      read: ({ parameters }) => parameters.get(parameter),
      isIn: ({ parameters }) => same(parameters.get(parameter), value, base),
    };
  }
}
