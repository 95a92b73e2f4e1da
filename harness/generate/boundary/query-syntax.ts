import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue, Parameter } from '../../core/model.ts';
import { declaredTypes } from '../../openapi/parameters/primitive.ts';
import { percentEncode, serializeQueryOrCookie } from '../../openapi/parameters/serialize.ts';
import { allowsNumbers } from '../../openapi/schema/instance-types.ts';
import { isUnspecified } from '../../openapi/unspecified.ts';
import { getParameter, type RequestSpec, withParameter } from '../requests/build-request.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { parameterClauseLookup, parameterLabel } from './parameter-label.ts';

/** Strings that are not a number. */
const NON_NUMERIC_STRINGS: readonly (readonly [id: string, text: string])[] = [
  ['is a number with letters after it', '10abc'],
  ['has two signs', '--1'],
  ['is the word null', 'null'],
];

/** Strings that common parsers read as a number, although JSON does not write numbers so (RFC 8259 section 6). */
const LENIENT_NUMBERS: readonly (readonly [id: string, text: string])[] = [
  ['is a hexadecimal number', '0x10'],
  ['is a binary number', '0b11'],
  ['is an octal number', '0o17'],
  ['has an underscore between digits', '1_0'],
  ['is NaN', 'NaN'],
  ['is Infinity', 'Infinity'],
];

/** Numeric strings that implementations differ about: not JSON, and the contract does not define their syntax. */
const AMBIGUOUS_NUMERIC_STRINGS: readonly (readonly [id: string, text: string])[] = [
  ['has an exponent', '1e1'],
  ['is written 10.0', '10.0'],
  ['has a plus sign', '+5'],
  ['has a space before it', ' 5'],
  ['has a line break after it', '5\n'],
  ['has a leading zero', '010'],
  ['is in other digits', '١'],
  ['is in wide digits', '１０'],
];

/** Yields non-numeric strings for numeric parameters, and ambiguous ones for those in the query. */
export function* nonNumericTextCases(context: BoundaryContext, parameter: Parameter): Generator<CaseSpec> {
  const { contract, allParts } = context;
  const { schema, style } = parameter;
  if (!schema || style === 'content' || !isNumeric(context, parameter)) return;
  if (getParameter(allParts, parameter) === undefined) return;
  const targets = [
    parameterClauseLookup(context, parameter)(appendTokens(contract.document.resolve(schema).pointer, 'type')),
  ];
  const one = (
    [id, text]: readonly [string, string],
    expectation: CaseSpec['expectation'],
    leniency = false,
  ): CaseSpec => {
    return {
      leniency,
      id: `${parameterLabel(parameter)} ${id}`,
      spec: withParameter(allParts, parameter, text),
      expectation,
      targets,
    };
  };
  const own = parameter.in === 'path' ? notationsOf(getParameter(allParts, parameter)) : new Map<string, string>();
  const ofRecord = ([id, text]: readonly [string, string]) => [id, own.get(text) ?? text] as const;
  for (const each of NON_NUMERIC_STRINGS) yield one(ofRecord(each), 'reject');
  for (const each of LENIENT_NUMBERS) yield one(ofRecord(each), 'reject', true);
  if (parameter.in === 'query') for (const each of AMBIGUOUS_NUMERIC_STRINGS) yield one(each, 'any');
}

/** The same notations for the identifier of a record that exists: a lenient service would take others for any record. */
function notationsOf(value: JsonValue | undefined): Map<string, string> {
  const digits = String(value);
  if (!/^\d+$/.test(digits)) return new Map();
  const [number, first] = [BigInt(digits), digits.length > 1 ? digits.slice(0, 1) : '0'];
  return new Map([
    ['10abc', `${digits}abc`],
    ['0x10', `0x${number.toString(16)}`],
    ['0b11', `0b${number.toString(2)}`],
    ['0o17', `0o${number.toString(8)}`],
    ['1_0', `${first}_${digits.length > 1 ? digits.slice(1) : digits}`],
  ]);
}

function isNumeric({ contract }: BoundaryContext, { schema }: Parameter): boolean {
  const types = schema ? declaredTypes(contract.document, schema) : new Set();
  return types.size === 1 && allowsNumbers(types);
}

/** Yields queries with a repeated, renamed or badly encoded parameter. */
export function* querySyntaxCases(context: BoundaryContext, parameter: Parameter): Generator<CaseSpec> {
  const { allParts } = context;
  const own = getParameter(allParts, parameter);
  if (own === undefined || parameter.style === 'content') return;
  const clause = parameterClauseLookup(context, parameter);
  const name = percentEncode(parameter.name);
  const others = queryWithout(context, allParts, parameter);
  const raw = (
    id: string,
    pairs: string,
    expectation: CaseSpec['expectation'],
    pointer = parameter.pointer,
  ): CaseSpec => {
    const rawQuery = [others, pairs].filter((pair) => pair !== '').join('&');
    return {
      id: `${parameterLabel(parameter)} ${id}`,
      spec: { ...allParts, rawQuery },
      expectation,
      targets: [clause(pointer)],
    };
  };
  const pairs = serializeQueryOrCookie(parameter, own);
  if (!Array.isArray(own)) yield raw('is given twice', `${pairs}&${pairs}`, 'any');
  yield raw('is badly percent-encoded', `${name}=%zz`, 'any');
  yield raw('is not UTF-8', `${name}=%ff%fe`, 'any');
  yield raw('has a NUL', `${name}=%00`, 'any');
  yield raw('has a name without a value', name, 'any');
  if (isObject(own) || !parameter.schema) yield raw('is empty', `${name}=`, 'any');
  if (!parameter.required || isObject(own)) return;
  for (const [id, other, expectation] of otherNames(context, parameter, own)) {
    const renamed = pairs.replaceAll(`${name}=`, `${percentEncode(other)}=`);
    yield raw(`${id}, so it is absent`, renamed, expectation, appendTokens(parameter.pointer, 'required'));
  }
}

/** Returns similar names that no parameter has. */
function otherNames({ contract, operation }: BoundaryContext, { name, pointer }: Parameter, value: JsonValue) {
  const brackets = isUnspecified(contract.document, pointer, ['style', 'explode']) ? 'any' : 'reject';
  const all: (readonly [id: string, other: string, intent: CaseSpec['expectation']])[] = [
    ['is written in capitals', name.toUpperCase(), 'reject'],
    ['is written with a suffix', `${name}_other`, 'reject'],
    ...(Array.isArray(value) ? [['is written with brackets', `${name}[]`, brackets] as const] : []),
  ];
  const taken = new Set(operation.parameters.map((parameter) => parameter.name));
  return all.filter(([, other]) => !taken.has(other));
}

function queryWithout({ operation }: BoundaryContext, spec: RequestSpec, parameter: Parameter): string {
  return operation.parameters
    .filter((other) => other.in === 'query' && other.name !== parameter.name)
    .flatMap((other) => {
      const value = spec.parameters.query[other.name];
      return value === undefined ? [] : [serializeQueryOrCookie(other, value)];
    })
    .join('&');
}
