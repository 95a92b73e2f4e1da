import { compilePattern } from '../../openapi/schema/pattern/pattern.ts';

const MAX_LENGTH = 100_000;

/** Whether Prism's generator is given a pattern: it would repeat groups within groups until the memory is full. */
export function isGenerated(source: string): boolean {
  return compilePattern(source)?.canGenerate(MAX_LENGTH) === true;
}
