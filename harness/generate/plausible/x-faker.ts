import type { Faker } from '@faker-js/faker';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseJson, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';

/** Modules and methods of Faker 6, which Prism has, that have another name today. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['name', 'person'],
  ['address', 'location'],
  ['name.findName', 'person.fullName'],
  ['name.title', 'person.jobTitle'],
  ['address.cityName', 'location.city'],
  ['address.streetName', 'location.street'],
  ['address.stateAbbr', 'location.state'],
  ['company.companyName', 'company.name'],
  ['datatype.uuid', 'string.uuid'],
  ['datatype.number', 'number.int'],
  ['datatype.float', 'number.float'],
  ['datatype.string', 'string.sample'],
  ['datatype.hexaDecimal', 'string.hexadecimal'],
  ['datatype.datetime', 'date.anytime'],
  ['internet.userName', 'internet.username'],
  ['internet.avatar', 'image.avatar'],
  ['internet.color', 'color.rgb'],
  ['image.imageUrl', 'image.dataUri'],
  ['image.image', 'image.dataUri'],
  ['phone.phoneNumber', 'phone.number'],
  ['finance.account', 'finance.accountNumber'],
  ['random.word', 'word.sample'],
  ['random.words', 'word.words'],
  ['random.alpha', 'string.alpha'],
  ['random.alphaNumeric', 'string.alphanumeric'],
  ['random.numeric', 'string.numeric'],
  ['random.locale', 'location.countryCode'],
  ['helpers.randomize', 'helpers.arrayElement'],
  ['random.arrayElement', 'helpers.arrayElement'],
  ['time.recent', 'date.recent'],
  ['system.filePath', 'system.filePath'],
]);
/** A document may ask for any length; more is not made. */
const MAX_ARGUMENT = 1000;

/**
 * Makes the value that `x-faker` asks for, as in Prism: `internet.email`, or `{ "helpers.arrayElement": [["a", "b"]] }`.
 * @throws {Error} if Faker has no such method, or if the method rejects its arguments
 */
export function xFakerValue(faker: Faker, wanted: JsonValue): JsonValue {
  const [path, given] = isObject(wanted) ? (Object.entries(wanted)[0] ?? []) : [wanted, undefined];
  const method = typeof path === 'string' ? methodAt(faker, path) : undefined;
  if (!method) throw new Error(`Faker has no method ${stringifyJson(path ?? wanted)}`);
  const args = given === undefined ? [] : Array.isArray(given) ? given : [given];
  return toJson(method(...args.map(capped)));
}

function methodAt(faker: Faker, path: string): ((...args: unknown[]) => unknown) | undefined {
  const [module = '', name = '', ...more] = (RENAMED.get(path) ?? path).split('.');
  const owner: unknown = Object.hasOwn(faker, module) ? Reflect.get(faker, module) : undefined;
  const current = RENAMED.get(module);
  if (owner === undefined && current !== undefined) return methodAt(faker, [current, name, ...more].join('.'));
  if (typeof owner !== 'object' || owner === null || more.length > 0) return undefined;
  const isMethod = Object.hasOwn(owner, name) || Object.hasOwn(Object.getPrototypeOf(owner) as object, name);
  const method: unknown = isMethod && name !== 'constructor' ? Reflect.get(owner, name) : undefined;
  return typeof method === 'function' ? (method.bind(owner) as (...args: unknown[]) => unknown) : undefined;
}

function capped(value: JsonValue): unknown {
  if (isNumber(value)) return Math.min(Number(value), MAX_ARGUMENT);
  if (Array.isArray(value)) return value.map(capped);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, capped(inner)]));
}

function toJson(value: unknown): JsonValue {
  return parseJson(typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null'));
}
