import { isObject } from '../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue, Operation, Parameter } from '../../../core/model.ts';
import { acceptsBody } from '../../../generate/requests/accepts-body.ts';
import {
  emptyRequestSpec,
  type RequestSpec,
  requestMediaType,
  withParameter,
} from '../../../generate/requests/build-request.ts';
import { withKnownValues } from '../../../generate/requests/known-values.ts';
import type { SpecifiedCase } from '../../../generate/requests/test-case.ts';
import { withFreshStrings, withFreshUniqueFields } from '../../../generate/requests/unique-fields.ts';
import type { UniqueValues } from '../../../generate/requests/unique-values.ts';
import { validRequest } from '../../../generate/requests/valid-request.ts';
import { canonicalValue } from '../../../generate/values/canonical-value.ts';
import { distinctValue } from '../../../generate/values/distinct-value.ts';
import { movedDates } from '../../../generate/values/moved-dates.ts';
import { randomValues } from '../../../generate/values/random-value.ts';
import { requiredChoices } from '../../../generate/values/required-choices.ts';
import { usableValue, visibleValue } from '../../../generate/values/visible-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { isPathSegment, serializePathParameter } from '../../../openapi/parameters/serialize.ts';
import { effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';

const RANDOM_ATTEMPTS = 20;
const SMALL_ATTEMPTS = 4;
const MAX_CHOICES = 3;
/** A hundred years from 1970. */
const DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes valid requests of an operation that a service may accept, the one that shows most first. */
export class RequestCandidates {
  private readonly contract: Contract;
  private readonly unique: UniqueValues;
  private readonly avoidsHiding: boolean;
  private readonly examples: readonly SpecifiedCase[];

  /** @param examples requests of the user among them */
  constructor(
    contract: Contract,
    unique: UniqueValues,
    avoidsHiding: boolean,
    examples: readonly SpecifiedCase[] = [],
  ) {
    this.contract = contract;
    this.unique = unique;
    this.avoidsHiding = avoidsHiding;
    this.examples = examples;
  }

  /** The same, with values of another generator. */
  with(unique: UniqueValues): RequestCandidates {
    return new RequestCandidates(this.contract, unique, this.avoidsHiding, this.examples);
  }

  /**
   * Every property with plain values; the values of the document's examples in their place; the examples of the user; the
   * required properties alone; other listed values.
   * Each is made when it is asked for: the first is usually accepted, and of large bodies the others take long.
   * @param variant as of `distinctValue`; undefined for a record that others can name
   */
  *of(operation: Operation, variant: number | undefined, chosen: readonly string[] = []): Generator<RequestSpec> {
    const required = this.base(operation, chosen);
    if (!required) return;
    const whole = this.withBody(required, operation, this.body(operation, 'all', variant));
    if (whole) yield whole;
    const example = whole && this.exampleBody(operation, whole.body);
    const fresh = example === undefined ? undefined : this.withBody(required, operation, example);
    if (fresh) yield withFreshStrings(this.contract, this.unique, operation, fresh);
    yield* this.ofUser(required, operation);
    const least = this.withBody(required, operation, this.body(operation, 'required', variant));
    if (least) yield least;
    if (whole) yield* this.withOtherChoices(operation, whole);
  }

  /** With other listed values: what leaves a place is a conflict where there is nothing, what comes there is none. */
  private *withOtherChoices(operation: Operation, spec: RequestSpec): Generator<RequestSpec> {
    const schema = requestMediaType(operation)?.schema;
    const { body } = spec;
    if (schema === undefined || !isObject(body)) return;
    const others = requiredChoices(this.contract, schema).flatMap(({ at, values }) =>
      values.filter((value) => value !== getAt(body, at)).map((value) => replaceAt(body, at, value)),
    );
    const isValid = (value: JsonValue) => acceptsBody(this.contract, operation, value);
    for (const other of others.slice(0, MAX_CHOICES)) if (isValid(other)) yield { ...spec, body: other };
  }

  /** The bodies of the user's examples, the one first that differs most from that of another record. */
  private *ofUser(required: RequestSpec, operation: Operation): Generator<RequestSpec> {
    for (const { operation: own, origin, expectation, spec } of this.examples) {
      if (own !== operation || origin.kind !== 'fixture' || expectation !== 'accept') continue;
      const given = spec.body === undefined ? undefined : this.withBody(required, operation, spec.body);
      if (!given) continue;
      for (const wordsOnly of [false, true])
        yield withFreshStrings(this.contract, this.unique, operation, given, undefined, wordsOnly);
      yield withFreshUniqueFields(this.contract, this.unique, operation, given) ?? given;
    }
  }

  /** The required parameters, and a body if one is required. */
  base(operation: Operation, chosen: readonly string[]): RequestSpec | undefined {
    const valid = validRequest(this.contract, this.unique, operation, 'required');
    if (!valid) return undefined;
    const isBodyRequired = operation.requestBody?.required === true && valid.body !== undefined;
    const body = isBodyRequired ? { body: valid.body } : {};
    let spec: RequestSpec = { ...emptyRequestSpec, parameters: valid.parameters, ...body };
    for (const parameter of operation.parameters) {
      const isChosen = parameter.in === 'path' && chosen.includes(parameter.name);
      const value = isChosen ? this.chosenValue(parameter) : undefined;
      if (value !== undefined) spec = withParameter(spec, parameter, value);
    }
    return spec;
  }

  /** A body with all properties or the required ones; undefined if the operation has none, or no valid one is found. */
  body(operation: Operation, properties: 'all' | 'required', variant: number | undefined): JsonValue | undefined {
    const schema = requestMediaType(operation)?.schema;
    if (schema === undefined) return validRequest(this.contract, this.unique, operation, 'all')?.body;
    const direction = 'request';
    const body = canonicalValue(this.contract, this.unique, schema, { direction, properties });
    if (body === undefined) return undefined;
    const varied = this.vary(schema, this.single(schema, body), variant);
    return movedDates(this.contract, schema, varied, this.unique.dateShift);
  }

  private vary(schema: string, body: JsonValue, variant: number | undefined): JsonValue {
    const distinct = distinctValue(this.contract, schema, body, variant ?? 0);
    if (variant === undefined) return usableValue(this.contract, schema, distinct);
    return this.avoidsHiding ? visibleValue(this.contract, schema, distinct) : distinct;
  }

  /** One record where a body may also be an array of them. */
  private single(schema: string, body: JsonValue): JsonValue {
    const [first] = Array.isArray(body) ? body : [];
    return isObject(first) && this.contract.schemas.accepts(schema, first, 'request') ? first : body;
  }

  private withBody(spec: RequestSpec, operation: Operation, body: JsonValue | undefined): RequestSpec | undefined {
    if (operation.requestBody === undefined) return spec;
    if (body === undefined) return operation.requestBody.required ? undefined : spec;
    return withKnownValues(this.contract, operation, { ...spec, body }, this.unique.knownFor(operation.id));
  }

  /** The first valid example of the media type, with the properties that it lacks from another body. */
  private exampleBody(operation: Operation, other: JsonValue | undefined): JsonValue | undefined {
    const isValid = (value: JsonValue) => acceptsBody(this.contract, operation, value);
    const example = requestMediaType(operation)?.examples.find(({ value }) => isValid(value))?.value;
    if (!isObject(example)) return example;
    const merged = isObject(other) ? { ...other, ...example } : example;
    return isValid(merged) ? merged : example;
  }

  /** A new identifier that the client chooses; the document's examples may be those of records that exist. */
  private chosenValue(parameter: Parameter): JsonValue | undefined {
    const { schema } = parameter;
    if (schema === undefined) return this.unique.word();
    const plain = canonicalValue(this.contract, this.unique, schema, { direction: 'request', properties: 'all' });
    const accepts = (value: JsonValue) => this.contract.schemas.accepts(schema, value, 'request');
    const wide = [this.unique.word(), this.unique.uuid(), this.unique.integer()];
    const candidates = [...wide, ...this.rareValues(schema)].filter(accepts);
    const random = () => randomValues(this.contract, this.unique, schema, 'request', RANDOM_ATTEMPTS);
    const fits = (value: JsonValue | undefined): value is JsonValue =>
      value !== undefined && isPathSegment(serializePathParameter(parameter, value));
    return candidates.find(fits) ?? random().find(fits) ?? (fits(plain) ? plain : undefined);
  }

  /** Values by chance where a plain one would always be the same: those of a list, days, integers of a small range. */
  private rareValues(schema: string): JsonValue[] {
    const effective = effectiveSchema(this.contract.document, schema, 'request');
    const listed = firstKeyword(effective, 'enum');
    const among = Array.isArray(listed) ? listed : [];
    const instant = new Date((this.unique.integer() % DAYS) * DAY_MS).toISOString();
    const times = firstKeyword(effective, 'type') === 'string' ? [instant.slice(0, 10), instant] : [];
    const [minimum, maximum] = [firstKeyword(effective, 'minimum') ?? 0, firstKeyword(effective, 'maximum')].map(
      Number,
    );
    return Array.from({ length: SMALL_ATTEMPTS }, () => this.unique.integer()).flatMap((chance) => [
      ...among.slice(chance % Math.max(1, among.length)).slice(0, 1),
      ...times,
      ...integersBetween(minimum, maximum, chance),
    ]);
  }
}

function integersBetween(minimum = 0, maximum = Number.NaN, chance = 0): number[] {
  if (!Number.isSafeInteger(minimum) || !Number.isSafeInteger(maximum) || maximum <= minimum) return [];
  return [minimum + (chance % (maximum - minimum + 1))];
}
