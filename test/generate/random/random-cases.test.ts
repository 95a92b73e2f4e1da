import { describe, expect, test } from 'vitest';
import { formatPart } from '../../../harness/core/clause-part.ts';
import { isObject, parseJsonBytes } from '../../../harness/core/json/index.ts';
import type { Clause, Expectation, HttpRequest, JsonValue } from '../../../harness/core/model.ts';
import { type RandomCase, randomCases } from '../../../harness/generate/random/random-cases.ts';
import { compileParameterParser, type RawParameters } from '../../../harness/openapi/parameters/parse.ts';
import { contractOfCounts, contractOfOrders, operationOf } from './operations.ts';

const contract = contractOfOrders();
const operation = operationOf(contract, 'placeOrder');
const casesOf = (seed: number, runs: number) => [...randomCases(contract, operation, { seed, randomCases: runs })];
const cases = casesOf(7, 200);
const withIntent = (expectation: Expectation) => cases.filter((each) => each.expectation === expectation);

/** What a request is, byte for byte. */
function bytesOf({ method, path, headers, body }: HttpRequest): string {
  return [method, path, headers.join('\n'), Buffer.from(body ?? []).toString('latin1')].join('\n');
}

function bodyOf({ request }: RandomCase): JsonValue {
  return parseJsonBytes(request.body ?? new Uint8Array());
}

/** The request's parameters as a server takes them apart. */
function sentBy({ request: { path, headers } }: RandomCase): RawParameters {
  const [address = '', query = ''] = path.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  return {
    query: pairs.map((pair) => {
      const equals = pair.indexOf('=');
      return [decodeURIComponent(pair.slice(0, equals)), pair.slice(equals + 1)];
    }),
    path: { shop: address.slice('/orders/'.length) },
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** Pointers of the keywords that a request breaks, read from what is sent. */
function brokenBy(testCase: RandomCase): string[] {
  const sent = sentBy(testCase);
  const violated = operation.parameters.flatMap((parameter) => {
    const read = compileParameterParser(contract.document, parameter)(sent);
    if (read.state === 'absent') return parameter.required ? [`${parameter.pointer}/required`] : [];
    if (read.state === 'malformed') return [`${parameter.pointer}: ${read.message}`];
    return contract.schemas.validate(parameter.schema ?? '', read.value, 'request').map(({ pointer }) => pointer);
  });
  const body = contract.schemas.validate('#/components/schemas/Order', bodyOf(testCase), 'request');
  return [...violated, ...body.map(({ pointer }) => pointer)];
}

describe('random cases', () => {
  test('are as many as asked for: valid ones, one violation each, a quarter with what the contract leaves open', () => {
    expect(withIntent('accept')).toHaveLength(200);
    expect(withIntent('reject')).toHaveLength(200);
    expect(withIntent('any')).toHaveLength(50);
  });

  test('may be taken where a number in a parameter is read as infinity', () => {
    const counted = contractOfCounts();
    const counts = [...randomCases(counted, operationOf(counted, 'count'), { seed: 1, randomCases: 200 })];
    const infinite = counts.filter(({ id }) => id.includes('over every double'));
    expect(new Set(infinite.map(({ leniency }) => leniency))).toEqual(new Set([true]));
  });

  test('have an id each that says what they are', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases[0]?.id).toBe('placeOrder: random valid request 1');
    expect(cases[1]?.id).toMatch(/^placeOrder: random invalid request 1 \((body|path|query|header|cookie) .+\)$/);
    expect(cases[2]?.id).toBe('placeOrder: random unspecified request 1');
  });

  test('are the same for the same seed, byte for byte, and others for another', () => {
    const sent = (seed: number) => casesOf(seed, 40).map(({ id, request }) => `${id}\n${bytesOf(request)}`);
    const [three, four] = [sent(3), new Set(sent(4))];
    expect(sent(3)).toEqual(three);
    expect(three.filter((text) => four.has(text))).toEqual([]);
  });

  test('do not depend on how many are asked for, nor on what became of those before', () => {
    const few: string[] = [];
    for (const each of randomCases(contract, operation, { seed: 7, randomCases: 20 })) {
      each.withUniqueValues?.(1);
      for (const smaller of each.shrinks()) {
        smaller.withUniqueValues?.(1);
        break;
      }
      few.push(bytesOf(each.request));
    }
    expect(few).toEqual(cases.slice(0, few.length).map(({ request }) => bytesOf(request)));
  });

  test('are none where no valid request was found', () => {
    const impossible = operationOf(contract, 'impossible');
    expect([...randomCases(contract, impossible, { seed: 1, randomCases: 5 })]).toEqual([]);
  });
});

describe('valid requests', () => {
  test('break nothing, read from what is sent', () => {
    expect(withIntent('accept').flatMap(brokenBy)).toEqual([]);
    expect(withIntent('any').flatMap(brokenBy)).toEqual([]);
  });

  test('have each optional parameter and member in some, and not in others', () => {
    const seen = withIntent('accept').map((testCase) => ({ sent: sentBy(testCase), body: bodyOf(testCase) }));
    const share = (has: (each: (typeof seen)[number]) => boolean) => seen.filter(has).length / seen.length;
    const shares = [
      share(({ sent }) => sent.query.some(([name]) => name === 'limit')),
      share(({ sent }) => sent.query.some(([name]) => name === 'codes')),
      share(({ sent }) => sent.query.some(([name]) => name === 'filter[a]')),
      share(({ sent }) => sent.headers['x-levels'] !== undefined),
      share(({ sent }) => sent.headers['cookie'] !== undefined),
      share(({ body }) => isObject(body) && Object.hasOwn(body, 'lines')),
      share(({ body }) => isObject(body) && Object.hasOwn(body, 'amount')),
    ];
    for (const each of shares) expect(Math.abs(each - 0.5)).toBeLessThan(0.35);
  });

  test('never leave out what is required nor carry what is read-only', () => {
    for (const testCase of withIntent('accept')) {
      const body = bodyOf(testCase);
      expect(isObject(body) && Object.hasOwn(body, 'id') && !Object.hasOwn(body, 'created')).toBe(true);
    }
  });

  test('carry identifying values that no other has, also when they are repeated', () => {
    const testCase = withIntent('accept').flatMap((each) => {
      const again = each.withUniqueValues?.(1);
      return again ? [each.request, again.request] : [];
    });
    const ids = testCase.map(({ body }) => /"id":(-?[0-9]+)/.exec(Buffer.from(body ?? []).toString())?.[1]);
    expect(ids).toHaveLength(400);
    expect(new Set(ids).size).toBe(400);
  });

  test('of a form have flat members', () => {
    const forms = [...randomCases(contract, operationOf(contract, 'sendForm'), { seed: 1, randomCases: 50 })];
    expect(forms.length).toBeGreaterThanOrEqual(50);
    for (const { request } of forms.filter(({ expectation }) => expectation === 'accept')) {
      const form = new URLSearchParams(Buffer.from(request.body ?? []).toString());
      expect(form.get('a')).not.toBe('');
      expect(form.getAll('b').every((item) => /^-?\d+$/.test(item))).toBe(true);
    }
  });
});

describe('invalid requests', () => {
  test('break exactly the clauses that they name, read from what is sent', () => {
    for (const testCase of withIntent('reject')) {
      const named = new Set(testCase.targets.map((clause: Clause) => clause.schemaPointer));
      const violated = brokenBy(testCase);
      expect({ id: testCase.id, broken: violated.length > 0 }).toEqual({ id: testCase.id, broken: true });
      expect({ id: testCase.id, others: violated.filter((pointer) => !named.has(pointer)) }).toEqual({
        id: testCase.id,
        others: [],
      });
    }
  });

  test('reach every clause that can be broken', () => {
    const reached = new Set(
      casesOf(1, 400).flatMap(({ expectation, targets }) => (expectation === 'reject' ? targets : [])),
    );
    const places = [...reached].map(
      ({ part, instancePath, schemaPointer }) =>
        `${formatPart(part)} ${instancePath} ${schemaPointer.split('/').at(-1)}`,
    );
    for (const place of [
      'query tags  required',
      'query limit  type',
      'query limit  format',
      'query codes /* type',
      'header X-Trace  required',
      'cookie session  minLength',
      'request body application/json  0',
      'request body application/json  1',
      'request body application/json /id type',
      'request body application/json /id format',
      'request body application/json /amount minimum',
      'request body application/json /lines type',
      'request body application/json /lines/* 0',
      'request body application/json /lines/*/article pattern',
      'request body application/json /lines/*/count minimum',
    ])
      expect(places).toContain(place);
  });
});

describe('smaller requests', () => {
  const smallest = (testCase: RandomCase): RandomCase => {
    const [next] = testCase.shrinks();
    return next ? smallest(next) : testCase;
  };

  test('keep intent, clause and id', () => {
    for (const testCase of cases.slice(0, 90))
      for (const smaller of testCase.shrinks()) {
        expect([smaller.id, smaller.expectation, smaller.targets]).toEqual([
          testCase.id,
          testCase.expectation,
          testCase.targets,
        ]);
        break;
      }
  });

  test('of a valid one are valid, down to the smallest that there is', () => {
    for (const testCase of withIntent('accept').slice(0, 20)) {
      const end = smallest(testCase);
      expect(brokenBy(end)).toEqual([]);
      expect(isObject(bodyOf(end)) && Object.keys(bodyOf(end) ?? {})).toEqual(['id', 'name']);
      expect(end.request.path).toBe('/orders/a?tags=a');
    }
  });

  test('of an invalid one break the same clause', () => {
    for (const testCase of withIntent('reject').slice(0, 30))
      expect(
        brokenBy(smallest(testCase)).every((pointer) =>
          testCase.targets.some((clause) => clause.schemaPointer === pointer),
        ),
      ).toBe(true);
  });

  test('carry other identifying values, and are otherwise described alike', () => {
    const [testCase] = withIntent('accept');
    const [one, other] = [testCase?.shrinks(), testCase?.shrinks()].map((all) => [...(all ?? [])][0]);
    expect(one && other && one.fingerprint() === other.fingerprint()).toBe(true);
    expect(one && other && bytesOf(one.request) === bytesOf(other.request)).toBe(false);
  });
});
