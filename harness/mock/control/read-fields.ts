import { InputError, unknownName } from '../../core/errors.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';

/** Reads the JSON object of a control request. @throws {InputError} for what is unknown or has the wrong type */
export class FieldReader {
  private readonly object: JsonObject;

  constructor(body: JsonValue | undefined, known: readonly string[]) {
    if (!isObject(body)) throw new InputError(`send a JSON object with ${known.join(', ')}`);
    for (const name of Object.keys(body))
      if (!known.includes(name)) throw unknownName(`unknown property ${name}`, name, known, undefined);
    this.object = body;
  }

  value(name: string): JsonValue | undefined {
    return Object.hasOwn(this.object, name) ? this.object[name] : undefined;
  }

  string(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'string') return value;
    throw new InputError(`${name} must be a string`);
  }

  boolean(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw new InputError(`${name} must be true or false`);
  }

  /** A number within bounds, both inclusive. */
  number(name: string, min: number, max: number, isInteger = true): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = isNumber(value) ? Number(String(value)) : Number.NaN;
    if (number >= min && number <= max && (!isInteger || Number.isInteger(number))) return number;
    throw new InputError(`${name} must be ${isInteger ? 'an integer' : 'a number'} from ${min} to ${max}`);
  }

  list(name: string): readonly JsonValue[] | undefined {
    const value = this.value(name);
    if (value === undefined || Array.isArray(value)) return value;
    throw new InputError(`${name} must be a list`);
  }

  /** An object whose values are strings. */
  strings(name: string): Readonly<Record<string, string>> | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (isObject(value) && Object.values(value).every((each) => typeof each === 'string'))
      return value as Readonly<Record<string, string>>;
    throw new InputError(`${name} must be an object of strings`);
  }
}
