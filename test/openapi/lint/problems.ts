import { lintContract } from '../../../harness/openapi/lint/lint.ts';
import { load } from '../documents.ts';

/** The problems of a document, each as `line severity rule: message`. */
export async function problems(spec: string): Promise<string[]> {
  const found = await lintContract(load({ 'spec.yaml': spec }));
  return found.map(({ severity, rule, message, location }) => `${location.line} ${severity} ${rule}: ${message}`);
}

/** The problems of a document in one or several files with overlays, each as `file:line:column severity rule: message`. */
export async function lint(spec: string, files: Readonly<Record<string, string>> = {}, ...overlays: string[]) {
  const found = await lintContract(load({ 'spec.yaml': spec, ...files }, ...overlays));
  return found.map(({ severity, rule, message, location }) => {
    const file = location.file.replace(/.*\//, '');
    return `${file}:${location.line}:${location.column} ${severity} ${rule}: ${message}`;
  });
}
