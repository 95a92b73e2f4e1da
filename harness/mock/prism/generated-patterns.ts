import { compilePattern } from '../../openapi/schema/pattern/pattern.ts';

const MAX_LENGTH = 100_000;
/** Prism's generator evaluates the pattern on texts of a few hundred characters, and nothing can end it. */
const MAX_EVALUATED_LENGTH = 1000;

/** Whether Prism's generator makes texts of a pattern: it would repeat groups within groups until the memory is full. */
export function isGenerated(source: string): boolean {
  return compilePattern(source)?.canGenerate(MAX_LENGTH) === true;
}

/** Whether Prism may be given a pattern, in the document: it generates without a deadline, and might backtrack for ever. */
export function isGeneratedQuickly(source: string): boolean {
  return isGenerated(source) && compilePattern(source)?.isQuick(MAX_EVALUATED_LENGTH) === true;
}
