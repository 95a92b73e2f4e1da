import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../harness/core/errors.ts';
import { lintContract } from '../../harness/openapi/lint/lint.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import type { Departure, Score } from './score.ts';

/** Lints the documents of `pass`, which must have no error, and of `fail`, each of which must have one; a warning is counted apart. */
export async function scoreOpenApiSchema(tests: string): Promise<Score> {
  const departures: Departure[] = [];
  let total = 0;
  for (const kind of ['pass', 'fail'])
    for (const name of readdirSync(join(tests, kind)).filter((each) => /\.(ya?ml|json)$/.test(each))) {
      total++;
      const { severity, message } = await worstProblem(join(tests, kind, name));
      if ((severity === 'error') === (kind === 'fail')) continue;
      departures.push({ name: `${kind}/${name}`, problem: `${severity}: ${message}` });
    }
  return { total, departures };
}

async function worstProblem(file: string): Promise<{ severity: 'error' | 'warning' | 'accepted'; message: string }> {
  try {
    const problems = await lintContract(loadContract(file, [], { allowNoOperations: true }));
    const found = problems.filter(({ rule }) => rule !== 'no-operations');
    const [worst] = [...found].sort((a, b) => a.severity.localeCompare(b.severity));
    return worst ?? { severity: 'accepted', message: '' };
  } catch (error) {
    if (error instanceof InputError) return { severity: 'error', message: error.message };
    throw error;
  }
}
