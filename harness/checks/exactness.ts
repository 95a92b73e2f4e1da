import { parts } from '../contract/clauses.ts';
import type { Contract } from '../contract/contract.ts';
import { compare, type Decimal, decimal, isInteger, isNumber } from '../contract/decimal.ts';
import { isObject, JsonSyntaxError, parseJsonBytes } from '../contract/json.ts';
import { escapeToken } from '../contract/pointer.ts';
import { type Check, ExactNumber, type Json, type Request } from '../model.ts';
import { documented, finding, isAnswer } from './answer.ts';
import { jsonBody } from './body.ts';

/**
 * A number that comes back as the double nearest to what was sent, and not as it was sent, went through a double:
 * the service cannot hold every value that the format declares.
 */
export function exactness(contract: Contract): Check {
  return {
    id: 'exactness',
    title: 'Numbers do not pass through a double',
    judge(exchange) {
      const { case: asked, answer } = exchange;
      const { response, mediaType } = documented(exchange);
      if (!isAnswer(answer) || !response || !mediaType?.schema || answer.status >= 300) return [];
      const received = jsonBody(answer);
      const sent = sentBody(asked.request);
      if ('problem' in received || sent === undefined) return [];
      const part = parts.responseBody(response, mediaType.type);
      return rounded(sent, received.value, '').map(({ path, from, to }) => {
        const pointer = `${contract.document.resolve(mediaType.schema ?? '').pointer}/properties${path}/format`;
        const clause = contract.clauseAt(asked.operation, part, pointer);
        return finding('exactness', clause, `${path} was rounded to a double`, from, to);
      });
    },
  };
}

/** Every number that a double cannot hold, and that is no fraction, has so many digits. */
const LONG_NUMBER = /[0-9]{16}/;
const LARGEST_BODY = 256 * 1024;

/** The body that was sent, where it is JSON with a number that a double might round. */
function sentBody({ body }: Request): Json | undefined {
  if (!body || body.length > LARGEST_BODY || !LONG_NUMBER.test(Buffer.from(body).toString('latin1'))) return undefined;
  try {
    return parseJsonBytes(body);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function rounded(sent: Json, received: Json | undefined, path: string): { path: string; from: string; to: string }[] {
  if (sent instanceof ExactNumber && isNumber(received)) {
    const back = decimal(received);
    const wasRounded = compare(back, decimal(sent)) !== 0 && doubles(sent).some((each) => compare(back, each) === 0);
    return wasRounded ? [{ path, from: sent.text, to: String(received) }] : [];
  }
  if (!isObject(sent) || !isObject(received)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    rounded(value, Object.hasOwn(received, name) ? received[name] : undefined, `${path}/${escapeToken(name)}`),
  );
}

/** The ends of int64 are also where a service may begin with ids of its own. */
const EDGE = 2 ** 63;

/**
 * The nearest double as it is printed: by its shortest digits, and with its exact value.
 * A fraction may lawfully be held as a double: JSON Schema has no format that forbids it.
 */
function doubles(sent: ExactNumber): Decimal[] {
  const double = Number(sent.text);
  if (!Number.isFinite(double) || !isInteger(decimal(sent))) return [];
  const exact = Math.abs(double) === EDGE ? [] : [{ m: BigInt(double), e: 0 }];
  return [decimal(double), ...exact];
}
