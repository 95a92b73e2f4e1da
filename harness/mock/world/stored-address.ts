import type { JsonValue, Operation, Parameter } from '../../core/model.ts';

/** What tells the addresses that requests store something at from each other: their path, with the values in it. */
export function storedAddress({ path }: Operation, parameters: ReadonlyMap<Parameter, JsonValue>): string {
  const values = [...parameters].flatMap(([each, value]) => (each.in === 'path' ? [String(value)] : []));
  return JSON.stringify([path, ...values]);
}
