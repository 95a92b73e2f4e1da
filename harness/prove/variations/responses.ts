import { sample } from '../../generate/values/canonical-value.ts';
import { isSuccess } from '../../checks/response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseJsonBytes, setMember, writeJson } from '../../core/json/index.ts';
import type { MockAnswer } from '../../mock/types.ts';
import { ExactNumber, type Json, type Operation } from '../../core/model.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';
import { type Difference, inAnswers, type Surroundings } from './variation.ts';

/** Other records and statuses than the mock's, each as documented. */
export function otherAnswers(surroundings: Surroundings): Difference[] {
  const { subjects } = surroundings;
  return [
    ...[201, 202, 203, 206].flatMap((status) => otherSuccess(subjects, status)),
    ...[400, 404, 422].flatMap((status) => otherFailure(subjects, status)),
    ...documentedResponses(subjects),
    ...fewestMembers(subjects),
    assignedIds('assigns ids of its own', (count) => 1_000_000 + count),
    assignedIds('assigns ids at the upper edge of int64', (count) => spell(2n ** 63n - 1n - BigInt(count))),
  ];
}

function otherSuccess(subjects: readonly Subject[], status: number): Difference[] {
  const fits = (operation: Operation, answer: MockAnswer) =>
    isSuccess(operation, status) && operation.response(answer.status)?.key === operation.response(status)?.key;
  if (
    !subjects.some(
      ({ operation }) => operation.responses.some(({ key }) => /^2XX$/i.test(key)) && isSuccess(operation, status),
    )
  )
    return [];
  return [
    inAnswers('success', `answers what it accepts with ${status}`, (answer, operation, _, refused) =>
      !refused && fits(operation, answer) ? { ...answer, status } : answer,
    ),
  ];
}

function otherFailure(subjects: readonly Subject[], status: number): Difference[] {
  if (!subjects.some(({ operation }) => operation.response(status))) return [];
  return [
    inAnswers('failure', `answers what it refuses with ${status}`, (answer, operation, _, refused) =>
      refused && answer.status < 500 && operation.response(answer.status)?.key === operation.response(status)?.key
        ? { ...answer, status }
        : answer,
    ),
  ];
}

/** Each further documented response in the place of the one that the mock prefers; 401, 403 and 429 ask for something first. */
function documentedResponses(subjects: readonly Subject[]): Difference[] {
  const depth = Math.max(0, ...subjects.map(({ responses }) => responses.length));
  return Array.from({ length: depth }, (_, index) => {
    const chosen = new Map(
      subjects.map(({ operation, responses }) => [operation, responses.filter(isPlain)[index]] as const),
    );
    return inAnswers(
      'record',
      `answers with response ${index + 1} of those that are documented, where it fits`,
      (answer, operation, __, refused) => {
        const response = chosen.get(operation);
        return response && refused === (response.effect === 'refused') ? response.answer : answer;
      },
    );
  });
}

function isPlain({ answer }: Documented): boolean {
  return ![401, 403, 409, 429].includes(answer.status);
}

function fewestMembers(subjects: readonly Subject[]): Difference[] {
  const bodies = new Map(
    subjects.map(({ contract, fresh, operation, responses }) => {
      const made = responses.flatMap(({ json, answer }): [number, Uint8Array][] => {
        const value = json && sample(contract, fresh, json.schema, { direction: 'response', members: 'required' });
        return value === undefined ? [] : [[answer.status, Buffer.from(writeJson(value))]];
      });
      return [operation, new Map(made)] as const;
    }),
  );
  return [
    inAnswers('record', 'answers with required members alone', (answer, operation) => {
      const response = [...(bodies.get(operation) ?? [])].find(
        ([status]) => operation.response(status)?.key === operation.response(answer.status)?.key,
      );
      return response ? { ...answer, body: response[1] } : answer;
    }),
  ];
}

function spell(value: bigint): ExactNumber {
  return new ExactNumber(String(value));
}

/** Where an answer has an int64 member by the name of id. */
function assignedIds(says: string, make: (count: number) => Json): Difference {
  return {
    says,
    aspect: 'record',
    alter: () => {
      let count = 0;
      return {
        answered(_, { operation, problems }, answer) {
          if (!operation || problems.length > 0 || answer.body.length === 0) return answer;
          const type = operation.response(answer.status)?.content[0]?.type;
          if (type === undefined || !/json/i.test(type)) return answer;
          const body = parseJsonBytes(answer.body);
          if (!isObject(body) || !isNumber(body['id'])) return answer;
          const copy = { ...body };
          setMember(copy, 'id', make(++count));
          return { ...answer, body: Buffer.from(writeJson(copy)) };
        },
      };
    },
  };
}
