import { getAt } from '../../../harness/core/json/pointer.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { loadContract } from '../../../harness/openapi/load.ts';

/**
 * The document with plain status codes: Dredd drops the range `2XX` and takes `default` for 200, and others do not read them
 * either. With plain codes each tool has the two responses of every operation.
 * @param options `examples: false` for Specmatic, which rejects named examples that the parameters do not have, too
 */
export function plainCodes(spec: string, { examples = true } = {}): string {
  const { root } = loadContract(spec).document;
  return JSON.stringify(root, (name, value) => {
    if (name === 'examples' && !examples) return undefined;
    if (name !== 'responses' || typeof value !== 'object' || value === null || !('2XX' in value)) return value;
    const responses = value as Record<string, unknown>;
    return { '201': responses['2XX'], '422': responses['default'] };
  });
}

/**
 * The document of a service at a URL as every tool can read it: without references, with all parameters at their operations, and with an
 * example for those in paths, without which Dredd sends nothing.
 */
export function inlined(spec: string, url: string): string {
  const { root } = loadContract(spec).document;
  const inline = (value: JsonValue): JsonValue => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inline);
    const { $ref: reference } = value as { $ref?: JsonValue };
    if (typeof reference === 'string') return inline(getAt(root, reference.slice(1)) ?? null);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inline(each)]));
  };
  const { components: _, paths = {}, ...whole } = inline(root) as { [name: string]: JsonValue; paths?: JsonValue };
  const items = Object.entries(paths as Record<string, PathItem>).map(([path, { parameters = [], ...operations }]) => {
    const withAll = (operation: Operation) => ({
      ...operation,
      parameters: [...parameters, ...(operation.parameters ?? [])].map((each) =>
        each.in === 'path' ? { example: 1, ...each } : each,
      ),
    });
    const entries = Object.entries(operations as Record<string, Operation>);
    return [path, Object.fromEntries(entries.map(([method, operation]) => [method, withAll(operation)]))];
  });
  return JSON.stringify({
    ...whole,
    servers: [{ url }],
    components: { schemas: {} },
    paths: Object.fromEntries(items),
  });
}

interface Operation {
  readonly parameters?: readonly { readonly in?: string }[];
}

interface PathItem extends Operation {
  readonly [method: string]: unknown;
}
