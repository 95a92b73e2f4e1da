import { parts } from '../contract/clauses.ts';
import type { Contract } from '../contract/contract.ts';
import type { Check, FaultKind } from '../model.ts';
import { finding, isAnswer } from './answer.ts';

const SEEN: Record<FaultKind, string> = {
  connect: 'no connection',
  reset: 'no answer',
  timeout: 'no answer in time',
  cut: 'an answer that breaks off',
  garbage: 'something that is not HTTP',
  'too-large': 'a body without end',
  aborted: 'the run was stopped',
};

/** Every request is answered with one whole HTTP response (RFC 9112 section 8). */
export function delivery(contract: Contract): Check {
  return {
    id: 'delivery',
    title: 'The answer arrives whole',
    judge({ case: { operation }, answer }) {
      if (isAnswer(answer) && answer.complete) return [];
      const clause = contract.clauseAt(operation, parts.answer, operation.pointer);
      const kind = isAnswer(answer) ? 'cut' : answer.fault;
      const detail = isAnswer(answer) ? 'the message ended before its declared length' : answer.detail;
      return [finding('delivery', clause, `${SEEN[kind]}: ${detail}`, 'one whole HTTP response', SEEN[kind])];
    },
  };
}
