import type { Case, DocumentedResponse, MediaType, Operation } from '../../../core/model.ts';
import { withCredentials } from '../../../http/credentials.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { isJsonType } from '../../../openapi/media-type.ts';
import type { Prepared } from '../../pool/tenancy.ts';
import type { Executor } from '../../suite.ts';
import { toDraft07 } from './draft07-schema.ts';
import type { DreddResponse, DreddTransaction, StatusRange } from './worker/messages.ts';

/** An example with its records, its case with unique values, and the transaction that Dredd runs for it. */
export interface PlannedTransaction {
  readonly example: Prepared;
  readonly case: Case;
  readonly transaction: DreddTransaction;
}

/**
 * Dredd sends bodies as text, one value per header, no HEAD and no `#`; requests that it would change are left to the other suites.
 * @param attempt how often the record existed already
 * @returns one transaction, or none
 */
export function createTransaction(
  executor: Executor,
  example: Prepared,
  id: string,
  attempt: number,
): PlannedTransaction[] {
  const { case: given } = example;
  const chosen = given.expectation === 'accept' ? (given.withUniqueValues?.(attempt) ?? given) : given;
  const testCase = withCredentials(chosen, executor.credentials);
  const { request, operation } = testCase;
  if (request.method === 'HEAD' || request.path.includes('#')) return [];
  const body = Buffer.from(request.body ?? []).toString('utf8');
  if (!Buffer.from(body).equals(Buffer.from(request.body ?? []))) return [];
  const [first, ...more] = expectedResponses(operation, testCase).map((response) =>
    toExpected(executor, operation, response),
  );
  if (!first) return [];
  const transaction: DreddTransaction = {
    id,
    name: testCase.id,
    method: request.method,
    uri: request.path,
    headers: request.headers.map(([name, value]) => ({ name, value })),
    body,
    expected: { responses: [first, ...more] },
  };
  return [{ example, case: testCase, transaction }];
}

/** The transaction with what the hooks of the user change in its request. */
export async function withHookChanges(executor: Executor, planned: PlannedTransaction): Promise<PlannedTransaction> {
  const { case: testCase, transaction } = planned;
  const request = (await executor.prepare?.(testCase.request)) ?? testCase.request;
  if (request === testCase.request) return planned;
  const headers = request.headers.map(([name, value]) => ({ name, value }));
  const body = Buffer.from(request.body ?? []).toString('utf8');
  return {
    ...planned,
    case: { ...testCase, request },
    transaction: { ...transaction, uri: request.path, headers, body },
  };
}

/** The media type of a response that Dredd expects: it supports only one. */
export function mediaTypeForDredd({ content }: DocumentedResponse): MediaType | undefined {
  return content.find(({ type }) => isJsonType(type)) ?? content[0];
}

function toExpected({ contract }: Executor, operation: Operation, response: DocumentedResponse): DreddResponse {
  const { type = '', schema } = mediaTypeForDredd(response) ?? {};
  const isJson = isJsonType(type);
  return {
    statuses: statusRange(operation, response),
    headers: isJson ? [{ name: 'Content-Type', value: type }] : [],
    bodySchema: isJson && schema ? schemaFor(contract.document, schema) : undefined,
  };
}

const createCache = () => new Map<string, unknown>();

/** Converted once for all transactions, so that Dredd's thread gets only one copy. */
function schemaFor(document: OpenApiDocument, pointer: string): unknown {
  const known = document.derived(createCache);
  if (!known.has(pointer)) known.set(pointer, toDraft07(document, pointer));
  return known.get(pointer);
}

/** The documented successes if the example is to be accepted, else its documented errors; exact statuses first, `default` last. */
function expectedResponses({ responses }: Operation, { expectation }: Case): DocumentedResponse[] {
  const ranked = responses.toSorted((a, b) => rank(a) - rank(b));
  const of = (keys: RegExp) => ranked.filter(({ key }) => keys.test(key));
  const [wanted, otherwise] =
    expectation === 'accept' ? [of(/^[23]/), of(/^default$/)] : [of(/^(4|default)/), of(/^5/)];
  return wanted.length > 0 ? wanted : otherwise;
}

function rank({ key }: DocumentedResponse): number {
  return key === 'default' ? 2 : Number(/xx$/i.test(key));
}

function statusRange({ responses }: Operation, { key }: DocumentedResponse): StatusRange {
  if (/^\d{3}$/.test(key)) return { from: Number(key), to: Number(key) };
  if (key !== 'default') return { from: Number(key[0]) * 100, to: Number(key[0]) * 100 + 99 };
  return { from: responses.some((response) => /^2/.test(response.key)) ? 400 : 200, to: 599 };
}
