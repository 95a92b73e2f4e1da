import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../harness/core/errors.ts';
import { verify } from '../../harness/runner/verify.ts';
import type { Departure, Score } from './score.ts';

/** Of a document of one or two operations. */
const MAX_TIME_MS = 60_000;

/**
 * Runs the loop test of Specmatic's conformance suite: the mock is started on each document and verified against the same document. It must
 * pass, with a success of each operation.
 * @param specs the folder `conformance-tests/src/test/resources/specs` of a clone
 */
export async function scoreSpecmatic(specs: string): Promise<Score> {
  const departures: Departure[] = [];
  let total = 0;
  for (const name of readdirSync(specs, { encoding: 'utf8', recursive: true }).sort()) {
    if (!/\.ya?ml$/.test(name)) continue;
    total++;
    const problem = await loop(join(specs, name));
    if (problem !== undefined) departures.push({ name, problem });
  }
  return { total, departures };
}

async function loop(spec: string): Promise<string | undefined> {
  try {
    const { verdict, summary } = await verify({
      spec,
      suites: ['examples', 'generated', 'stateful'],
      maxTime: MAX_TIME_MS,
    });
    return verdict === 'passed' ? undefined : summary;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
