import { isJsonType } from '../contract/media-type.ts';
import type { Case, MediaType, Operation, ResponseSpec } from '../model.ts';
import { authorize } from './authorize.ts';
import type { DreddTransaction, StatusRange } from './dredd/protocol.ts';
import { toDraft07 } from './dredd-schema.ts';
import type { SuiteContext } from './suite.ts';

/** An example, the case that it becomes with identifying values of its own, and what Dredd is told of that. */
export interface Planned {
  readonly example: Case;
  readonly case: Case;
  readonly transaction: DreddTransaction;
}

/**
 * Dredd sends bodies as text, and one value a header; what it cannot send as it stands is the other suites' part.
 * @param attempt how many times the record was there already
 * @returns one, or none
 */
export function plan(context: SuiteContext, example: Case, id: string, attempt: number): Planned[] {
  const chosen = example.intent === 'accept' ? (example.freshen?.(attempt) ?? example) : example;
  const asked = authorize(chosen, context.credentials);
  const { request, operation } = asked;
  const body = Buffer.from(request.body ?? []).toString('utf8');
  if (!Buffer.from(body).equals(Buffer.from(request.body ?? []))) return [];
  const expected = expectedResponses(operation, asked);
  const [first] = expected;
  if (!first) return [];
  const type = first.content.find(({ type: each }) => isJsonType(each)) ?? first.content[0];
  const [statuses, ...more] = expected.flatMap((response) => statusRanges(operation, response));
  if (!statuses) return [];
  const transaction: DreddTransaction = {
    id,
    name: asked.id,
    method: request.method,
    uri: request.path,
    headers: request.headers.map(([name, value]) => ({ name, value })),
    body,
    expected: {
      statuses: [statuses, ...more],
      headers: type && isJsonType(type.type) ? [{ name: 'Content-Type', value: type.type }] : [],
      bodySchema: bodySchema(context, type),
    },
  };
  return [{ example, case: asked, transaction }];
}

function bodySchema({ contract }: SuiteContext, type: MediaType | undefined): unknown {
  return type?.schema && isJsonType(type.type) ? toDraft07(contract.document, type.schema) : undefined;
}

/** The documented successes of an accepted example, the documented errors of a refused one. */
function expectedResponses(operation: Operation, { intent }: Case): ResponseSpec[] {
  const successes = operation.responses.filter(({ key }) => /^[23]/.test(key));
  const errors = operation.responses.filter(({ key }) => key === 'default' || /^[45]/.test(key));
  if (intent !== 'accept') return errors.slice(-1);
  return successes.length > 0 ? successes.slice(0, 1) : errors.filter(({ key }) => key === 'default');
}

function statusRanges(operation: Operation, { key }: ResponseSpec): StatusRange[] {
  if (/^\d{3}$/.test(key)) return [{ from: Number(key), to: Number(key) }];
  if (key !== 'default') return [{ from: Number(key[0]) * 100, to: Number(key[0]) * 100 + 99 }];
  const documentsSuccess = operation.responses.some((response) => /^2/.test(response.key));
  return [{ from: documentsSuccess ? 400 : 200, to: 599 }];
}
