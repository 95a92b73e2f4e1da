import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { CaseResult, Operation } from '../../harness/core/model.ts';
import { runVariations } from '../../harness/prove/run-variation.ts';
import type { MutationSuite } from '../../harness/prove/suites.ts';
import type { TestBed } from '../../harness/prove/test-bed.ts';
import { UNCHANGED } from '../../harness/prove/variations/combine.ts';
import { createExecutor, type Executor } from '../../harness/runner/suite.ts';
import { document, load } from '../openapi/documents.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const contract = load({ 'spec.yaml': document() });
const executor = createExecutor({ contract } as unknown as Executor);
const testBed = { set: () => ({ executor }) } as unknown as TestBed;
const operation = { id: 'a', responses: [] } as unknown as Operation;

test('the exchanges of a variation are released while it runs', async () => {
  const sent: WeakRef<object>[] = [];
  let kept = Number.NaN;
  async function* send(): AsyncGenerator<CaseResult> {
    for (let index = 0; index < 100; index++) {
      const exchange = { index };
      sent.push(new WeakRef(exchange));
      yield { suite: 'generated', operation: 'a', findings: [], exchange } as unknown as CaseResult;
    }
    // What a WeakRef was made of stays until the turn is over.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    kept = sent.filter((each) => each.deref() !== undefined).length;
  }
  const suite: MutationSuite = { name: 'generated', casesOf: () => [], send };
  for await (const { requests } of runVariations(testBed, [suite], [operation], [UNCHANGED]))
    expect(requests).toBe(100);
  expect(kept).toBeLessThanOrEqual(2);
});
