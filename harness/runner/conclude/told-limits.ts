import { parsePointer } from '../../core/json/pointer.ts';
import type { Exchange, Finding, Operation } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { lowestNumbers } from '../../generate/values/lowest-numbers.ts';
import { singular, words } from '../../openapi/resources/names.ts';
import { shiftedBy } from '../../openapi/resources/prose/target.ts';
import { textAt } from '../../openapi/resources/text-at.ts';
import type { Executor } from '../suite.ts';
import { isAcceptedWith, rejectedCase } from './accepted-with.ts';

/** How services reject what is more than a record has: `More persons than the room holds (422)`, `There is not enough stock (409)`. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 403, 409, 422]);

/**
 * Why a valid request is rejected for a number: the description of the response names it, with its unit or without, or what it is added
 * to, and the request is accepted with a lower one, or with one that takes nothing away. How much a record has or takes is in no schema.
 * @returns undefined if its numbers do not matter
 */
export async function explainNumbers(
  executor: Executor,
  exchange: Exchange,
  failures: readonly Finding[],
): Promise<string | undefined> {
  const rejected = rejectedCase(exchange, failures, REJECTIONS);
  if (!rejected) return undefined;
  const { testCase, status } = rejected;
  const { operation, spec } = testCase;
  const schema = requestMediaType(operation)?.schema;
  const told = inWords(describing(executor, operation, status));
  if (schema === undefined || spec.body === undefined || told === ' ') return undefined;
  const named = new Set<string>();
  const body = lowestNumbers(executor.contract, schema, spec.body, ({ at }) => {
    const name = parsePointer(at).at(-1) ?? '';
    const shifted = shiftedBy(executor.contract, operation, name).map(({ property }) => property);
    const isNamed = [name, ...shifted].some((each) => told.includes(inWords(each)) || told.includes(withoutUnit(each)));
    if (isNamed) named.add(name);
    return isNamed;
  });
  if (body === spec.body || !(await isAcceptedWith(executor, testCase, { ...spec, body }))) return undefined;
  return `other values of ${[...named].join(' or ')} are accepted (${status}): the document says that there is a limit, and no schema which`;
}

function describing({ contract }: Executor, { responses }: Operation, status: number): string {
  const described = responses.find(({ key }) => key === String(status));
  const sentences = described ? textAt(contract.document, described.pointer).split(/[.;\n]+/) : [];
  return sentences.filter((each) => !ABOUT_ABSENCE.test(each)).join('. ');
}

/** What is absent is no number: 'a parameter is missing, such as rating'. */
const ABOUT_ABSENCE =
  /\bmiss?ing\b|\babsent\b|\bomitted\b|\b(?:is|are) required\b|\bnot (?:given|provided|sent|specified)\b/i;

const UNIT = /^(?:cent|pence|euro|dollar|usd|eur|percent|second|minute|hour|day|ms|kg|gram|meter|km)$/;

/** `amountCents` is the amount. */
function withoutUnit(name: string): string {
  const all = words(name).map(singular);
  return ` ${(all.length > 1 && UNIT.test(all.at(-1) ?? '') ? all.slice(0, -1) : all).join(' ')} `;
}

function inWords(text: string): string {
  return ` ${words(text).map(singular).join(' ')} `;
}
