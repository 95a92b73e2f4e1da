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
