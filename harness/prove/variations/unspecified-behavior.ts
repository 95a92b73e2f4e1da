import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAllAt, getAt, parsePointer } from '../../core/json/pointer.ts';
import { ExactNumber, type JsonObject, type JsonValue, type Operation } from '../../core/model.ts';
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

/** What a service may refuse or take where the contract leaves a gap or is silent. */
export function unspecifiedBehaviorVariations(surroundings: VariationContext): Variation[] {
  const longest = Math.max(255, ...declared(surroundings.contract.document.root, 'maxLength'));
  const largest = Math.max(100, ...declared(surroundings.contract.document.root, 'maxItems'));
  const keys = queryKeys(surroundings.contract.document.root);
  const refuses = (says: string, test: Test) => refusing(surroundings, says, test);
  return [
    refuses('refuses numbers outside 1 to 100 where their range is open', outsideRange(surroundings)),
    refuses('refuses long text where nothing says how long it may be', ({ texts }) =>
      texts.some((text) => Array.from(text).length > longest),
    ),
    refuses('refuses long lists where nothing says how long they may be', ({ lists }) =>
      lists.some(({ length }) => length > largest),
    ),
    refuses('refuses control characters', ({ texts }) => texts.some((text) => /\p{Cc}/u.test(text))),
    refuses('refuses integers that are spelt with a fraction or an exponent', ({ operation, parsed }) =>
      integersOf(surroundings, operation, parsed).some(
        (value) => value instanceof ExactNumber && /[.eE]/.test(value.text),
      ),
    ),
    refuses('refuses query parameters that are not declared', ({ request, operation }) =>
      splitQuery(request.query).some(
        ([name]) => !keys.has(name) && operation.parameters.every((each) => !name.startsWith(each.name)),
      ),
    ),
    {
      description: 'refuses bodies over 64 kB',
      aspect: 'choice',
      mutate: () => ({
        onValidated: (request, judgement) =>
          judgement.problems.length === 0 && request.body.length > 64 * 1024
            ? { ...judgement, problems: [{ status: 413, message: 'too large' }] }
            : judgement,
      }),
    },
    takes(
      'takes a body without a content type',
      ({ headers, body }) => headers['content-type'] === undefined && body.length > 0,
    ),
    takes('ignores a byte order mark', ({ body }) => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf),
  ];
}

/** Every value of a keyword in the document. */
function declared(value: JsonValue, keyword: string): number[] {
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const own = isObject(value) ? value[keyword] : undefined;
  return [...(isNumber(own) ? [Number(own)] : []), ...inner.flatMap((each) => declared(each, keyword))];
}

/** What a request carries in the places that the contract has for integers. */
function integersOf({ contract }: VariationContext, operation: Operation, seen: ParsedRequest): JsonValue[] {
  return contract.clausesOf(operation).flatMap(({ direction, part, instancePath, schemaPointer }) => {
    if (direction !== 'request' || contract.document.at(schemaPointer) !== 'integer') return [];
    const value = requestPartReader(operation, part)?.(seen);
    return getAllAt(value, parsePointer(instancePath));
  });
}

/** A request by the values in it, wherever they stand. */
interface Carried {
  readonly request: ReceivedRequest;
  readonly operation: Operation;
  readonly parsed: ParsedRequest;
  readonly texts: readonly string[];
  readonly lists: readonly (readonly JsonValue[])[];
}

type Test = (carried: Carried) => boolean;

function refusing({ reader }: VariationContext, says: string, test: Test): Variation {
  return {
    description: says,
    aspect: 'choice',
    mutate: () => ({
      onValidated(request, judgement) {
        const { operation, problems } = judgement;
        const seen = reader.read(request);
        if (!operation || problems.length > 0 || !seen) return judgement;
        const values = [seen.body ?? null, ...seen.parameters.values()].flatMap(everyValue);
        const carried: Carried = {
          request,
          operation,
          parsed: seen,
          texts: values.filter((value) => typeof value === 'string'),
          lists: values.filter((value) => Array.isArray(value)),
        };
        return test(carried) ? { ...judgement, problems: [{ status: 422, message: 'rejected' }] } : judgement;
      },
    }),
  };
}

/** The value and all values in it, deep ones left aside. */
function everyValue(value: JsonValue, depth: unknown = 0): JsonValue[] {
  const level = typeof depth === 'number' && depth < 20 ? depth + 1 : undefined;
  if (level === undefined || value instanceof ExactNumber) return [value];
  if (Array.isArray(value)) return [value, ...value.flatMap((item) => everyValue(item, level))];
  return isObject(value) ? [value, ...Object.values(value).flatMap((item) => everyValue(item, level))] : [value];
}

function takes(says: string, test: (request: ReceivedRequest) => boolean): Variation {
  return {
    description: says,
    aspect: 'choice',
    mutate: () => ({
      onValidated: (request, judgement) =>
        judgement.operation && judgement.problems.length === 1 && test(request)
          ? { ...judgement, problems: [], body: undefined }
          : judgement,
    }),
  };
}

const RANGE = ['minimum', 'maximum', 'range'];

function outsideRange({ contract }: VariationContext): Test {
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
