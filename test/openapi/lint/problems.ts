import { lintContract } from '../../../harness/openapi/lint/lint.ts';
import { load } from '../documents.ts';

/** The problems of a document, each as `line severity rule: message`. */
export async function problems(spec: string): Promise<string[]> {
  const found = await lintContract(load({ 'spec.yaml': spec }));
  return found.map(({ severity, rule, message, location }) => `${location.line} ${severity} ${rule}: ${message}`);
}
