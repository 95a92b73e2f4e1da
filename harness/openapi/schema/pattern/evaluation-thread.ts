/** Evaluates patterns that may take long, in a thread of its own. */

import { type MessagePort, parentPort } from 'node:worker_threads';
import { restoreFlags } from '../../../core/util/thread-flags.ts';
import { compilePattern } from './pattern.ts';

export interface TextToEvaluate {
  readonly source: string;
  readonly text: string;
}

export interface EvaluatedTexts {
  /** By text, as `Pattern.evaluate` returns it. */
  readonly results: readonly (boolean | null | undefined)[];
  readonly spentMs: number;
}

interface Task {
  readonly texts: readonly TextToEvaluate[];
  /** For all texts. */
  readonly budgetMs: number;
  readonly port: MessagePort;
}

restoreFlags();
parentPort?.on('message', ({ texts, budgetMs, port }: Task) => {
  const start = performance.now();
  const results = texts.map(({ source, text }) => {
    const pattern = compilePattern(source);
    const evaluated = pattern?.evaluate(text, budgetMs - (performance.now() - start));
    pattern?.conclude(text, evaluated);
    return evaluated;
  });
  const evaluated: EvaluatedTexts = { results, spentMs: performance.now() - start };
  port.postMessage(evaluated);
});
