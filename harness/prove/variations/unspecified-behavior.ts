import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAllAt, getAt, parsePointer } from '../../core/json/pointer.ts';
import { ExactNumber, type JsonObject, type JsonValue, type Operation, type Parameter } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { splitQuery } from '../../openapi/parameters/percent-decoding.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isUnspecified } from '../../openapi/unspecified.ts';
import type { ParsedRequest } from '../request-parser.ts';
import { requestPartReader } from '../request-parts.ts';
import type { Variation, VariationContext } from './variation.ts';

/** The query parameters in which credentials are sent (OpenAPI 3.0.3, Security Scheme Object). */
function queryKeys(root: JsonObject): Set<string> {
  const schemes = getAt(root, '#/components/securitySchemes');
  const keys = Object.values(isObject(schemes) ? schemes : {}).filter(isObject);
  return new Set(keys.filter((scheme) => scheme['in'] === 'query').map(({ name }) => String(name)));
}

/** Returns variations that reject or accept requests about which the contract is unspecified. */
export function unspecifiedBehaviorVariations(context: VariationContext): Variation[] {
  const longest = Math.max(255, ...declared(context.contract.document.root, 'maxLength'));
  const largest = Math.max(100, ...declared(context.contract.document.root, 'maxItems'));
  // What the document bounds has to be accepted up to its bound.
  const maxKilobytes = Math.max(64, Math.ceil(largest / 10), Math.ceil((4 * longest) / 1024));
  const keys = queryKeys(context.contract.document.root);
  const rejecting = (description: string, test: RequestTest) => rejects(context, description, test);
  return [
    rejecting('rejects numbers outside 1 to 100 if their range is unspecified', outsideRange(context)),
    rejecting('rejects long strings without maxLength', ({ texts }) =>
      texts.some((text) => Array.from(text).length > longest),
    ),
    rejecting('rejects long arrays without maxItems', ({ lists }) => lists.some(({ length }) => length > largest)),
    rejecting('rejects control characters', ({ texts }) => texts.some((text) => /\p{Cc}/u.test(text))),
    rejecting('rejects integers written with a decimal point or an exponent', ({ operation, parsed }) =>
      integersOf(context, operation, parsed).some((value) => value instanceof ExactNumber && /[.eE]/.test(value.text)),
    ),
    rejecting('rejects undeclared query parameters', ({ request, operation }) => {
      const fixed = splitQuery(operation.path.split('?', 2)[1] ?? '').map(([name]) => name);
      const declaredNames = [...fixed, ...operation.parameters.flatMap((each) => queryNames(context, each))];
      const isDeclared = (name: string) => keys.has(name) || declaredNames.some((each) => name.startsWith(each));
      return splitQuery(request.query).some(([name]) => !isDeclared(name));
    }),
    {
      description: `rejects bodies over ${maxKilobytes} kB`,
      aspect: 'unspecified',
      mutate: () => ({
        onValidated: (request, validation) =>
          validation.problems.length === 0 && request.body.length > maxKilobytes * 1024
            ? { ...validation, problems: [{ status: 413, message: 'too large' }] }
            : validation,
      }),
    },
    accepts(
      'accepts a body without a content type',
      ({ headers, body }) => headers['content-type'] === undefined && body.length > 0,
    ),
    accepts('ignores a byte order mark', ({ body }) => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf),
  ];
}

/** Returns the names by which a parameter is sent: those of its properties, if it is an exploded object. */
function queryNames({ contract }: VariationContext, { name, schema, style, explode }: Parameter): string[] {
  if (schema === undefined || style !== 'form' || !explode) return [name];
  return [name, ...effectiveSchema(contract.document, schema, 'request').properties.keys()];
}

/** Returns all numbers that a keyword has in the document. */
function declared(value: JsonValue, keyword: string): number[] {
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const own = isObject(value) ? value[keyword] : undefined;
  return [...(isNumber(own) ? [Number(own)] : []), ...inner.flatMap((each) => declared(each, keyword))];
}

/** Returns the values of a request that the contract declares as integers. */
function integersOf({ contract }: VariationContext, operation: Operation, parsed: ParsedRequest): JsonValue[] {
  return contract.clausesOf(operation).flatMap(({ direction, part, instancePath, schemaPointer }) => {
    if (direction !== 'request' || !schemaPointer.endsWith('/type')) return [];
    if (contract.document.at(schemaPointer) !== 'integer') return [];
    const value = requestPartReader(operation, part)?.(parsed);
    return getAllAt(value, parsePointer(instancePath));
  });
}

/** A request with all values in it. */
interface RequestValues {
  readonly request: ReceivedRequest;
  readonly operation: Operation;
  readonly parsed: ParsedRequest;
  readonly texts: readonly string[];
  readonly lists: readonly (readonly JsonValue[])[];
}

type RequestTest = (values: RequestValues) => boolean;

function rejects({ reader }: VariationContext, description: string, test: RequestTest): Variation {
  return {
    description: description,
    aspect: 'unspecified',
    mutate: () => ({
      onValidated(request, validation) {
        const { operation, problems } = validation;
        const parsed = reader.read(request);
        if (!operation || problems.length > 0 || !parsed) return validation;
        const values = [parsed.body ?? null, ...parsed.parameters.values()].flatMap(everyValue);
        const carried: RequestValues = {
          request,
          operation,
          parsed: parsed,
          texts: values.filter((value) => typeof value === 'string'),
          lists: values.filter((value) => Array.isArray(value)),
        };
        return test(carried) ? { ...validation, problems: [{ status: 422, message: 'rejected' }] } : validation;
      },
    }),
  };
}

/** Returns the value and all values in it, down to a maximum depth. */
function everyValue(value: JsonValue, depth: unknown = 0): JsonValue[] {
  const level = typeof depth === 'number' && depth < 20 ? depth + 1 : undefined;
  if (level === undefined || value instanceof ExactNumber) return [value];
  if (Array.isArray(value)) return [value, ...value.flatMap((item) => everyValue(item, level))];
  return isObject(value) ? [value, ...Object.values(value).flatMap((item) => everyValue(item, level))] : [value];
}

function accepts(description: string, test: (request: ReceivedRequest) => boolean): Variation {
  return {
    description: description,
    aspect: 'unspecified',
    mutate: () => ({
      onValidated: (request, validation) =>
        validation.operation && validation.problems.length === 1 && test(request)
          ? { ...validation, problems: [], body: undefined }
          : validation,
    }),
  };
}

const RANGE = ['minimum', 'maximum', 'range'];

function outsideRange({ contract }: VariationContext): RequestTest {
  const isOpen = (schema: string | undefined): boolean =>
    schema !== undefined &&
    effectiveSchema(contract.document, schema, 'request').schemas.some(({ pointer }) =>
      isUnspecified(contract.document, pointer, RANGE),
    );
  const outside = (value: JsonValue) => isNumber(value) && !(Number(value) >= 1 && Number(value) <= 100);
  return ({ operation, parsed }) =>
    operation.parameters.some((parameter) => {
      const value = parsed.parameters.get(parameter);
      return value !== undefined && outside(value) && isOpen(parameter.schema);
    });
}
