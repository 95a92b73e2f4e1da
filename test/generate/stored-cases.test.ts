import { deserialize, serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../harness/core/json/index.ts';
import type { HttpRequest, Operation } from '../../harness/core/model.ts';
import { createBoundaryContext } from '../../harness/generate/boundary/boundary-cases.ts';
import { storedCasesFromBase } from '../../harness/generate/boundary/stored-boundary-cases.ts';
import type { RandomCase } from '../../harness/generate/random/random-cases.ts';
import { storedRandomCases } from '../../harness/generate/random/stored-random-cases.ts';
import type { CaseStore } from '../../harness/generate/requests/stored-cases.ts';
import type { SpecifiedCase } from '../../harness/generate/requests/test-case.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { creating, own } from './documents.ts';
import { contractOfOrders } from './random/operations.ts';

/** A store as a file would be: it keeps bytes. */
class Store implements CaseStore {
  readonly kept = new Map<string, Buffer>();
  reads = 0;

  read(key: string): unknown {
    const bytes = this.kept.get(key);
    if (bytes) this.reads++;
    return bytes && deserialize(bytes);
  }

  write(key: string, cases: unknown): void {
    this.kept.set(key, serialize(cases));
  }
}

const EXACT = `type: object
required: [id, amount]
properties:
  id: { type: integer, format: int64 }
  amount: { type: number, multipleOf: 0.1, maximum: 12345678901234567890.1 }
  __proto__: { type: string }
  text: { type: string, maxLength: 9 }
`;

const CONTRACTS: readonly (readonly [name: string, contract: Contract])[] = [
  ['the document of this repository', own()],
  ['parameters in every place', contractOfOrders()],
  ['exact numbers', creating(EXACT)],
];

/** The operations that have valid requests with something to vary. */
function possible(contract: Contract): Operation[] {
  return contract.operations.filter(({ id }) => ['createAnimal', 'createTurtle', 'placeOrder', 'create'].includes(id));
}

function boundary(store: CaseStore | undefined, contract: Contract, operation: Operation, seed = 1): SpecifiedCase[] {
  const context = createBoundaryContext(contract, new UniqueValues(seed), operation);
  if (!context) throw new Error(`no valid request for ${operation.id}`);
  return [...storedCasesFromBase(store, { ...context, isEstablished: true }, () => {})];
}

function random(store: CaseStore | undefined, contract: Contract, operation: Operation, runs = 6): RandomCase[] {
  return [
    ...storedRandomCases(store, contract, operation, { seed: 1, randomCases: runs, unique: new UniqueValues(1) }),
  ];
}

/** What a request is, byte for byte; as a text, which is compared at once. */
function bytesOf({ method, path, headers, body }: HttpRequest): string {
  return [method, path, headers.join('\n'), Buffer.from(body ?? []).toString('latin1')].join('\n');
}

/** Everything that a run looks at; the functions by what they give. */
function shown(testCase: SpecifiedCase): unknown {
  const { init: _, spec, request, withSpec, withUniqueValues, operation, targets, ...others } = testCase;
  const { parameters, body = null, rawQuery, contentType } = spec;
  const renewed = withUniqueValues?.(0).request;
  return {
    ...others,
    operation: operation.id,
    targets: targets.map(({ id }) => id),
    spec: [stringifyJson([{ ...parameters }, body]), rawQuery, contentType],
    requests: [request, withSpec(spec).request, renewed].map((each) => each && bytesOf(each)),
  };
}

function shownRandom({ fingerprint, walk, shrinks, ...testCase }: RandomCase): unknown {
  const [first, second] = shrinks();
  const smaller = [first, second].map((each) => each && bytesOf(each.request));
  return [shown(testCase), fingerprint(), bytesOf(walk('a').request), smaller];
}

describe.each(CONTRACTS)('of %s', (_, contract) => {
  test('boundary cases from a store are those that were generated', () => {
    const store = new Store();
    for (const operation of possible(contract)) {
      const expected = boundary(undefined, contract, operation).map(shown);
      expect(boundary(store, contract, operation).map(shown)).toEqual(expected);
      expect(boundary(store, contract, operation).map(shown)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(5);
    }
    expect(store.reads).toBe(possible(contract).length);
  });

  test('random cases from a store are those that were generated, and shrink alike', () => {
    const store = new Store();
    for (const operation of possible(contract)) {
      const expected = random(undefined, contract, operation).map(shownRandom);
      expect(random(store, contract, operation).map(shownRandom)).toEqual(expected);
      expect(random(store, contract, operation).map(shownRandom)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(5);
    }
    expect(store.reads).toBe(possible(contract).length);
  });
});

describe('cases are generated anew', () => {
  const contract = own();
  const [operation] = contract.operations as [Operation];

  test('with another seed, or another number of requests', () => {
    const store = new Store();
    boundary(store, contract, operation, 1);
    boundary(store, contract, operation, 2);
    random(store, contract, operation, 2);
    random(store, contract, operation, 3);
    expect([store.reads, store.kept.size]).toEqual([0, 4]);
  });

  test('once another property is known to be unique', () => {
    const store = new Store();
    const context = createBoundaryContext(contract, new UniqueValues(1), operation);
    if (!context) throw new Error('no valid request');
    const all = () => [...storedCasesFromBase(store, context, () => {})];
    all();
    context.unique.learn(operation.id, ['name']);
    all();
    expect([store.reads, store.kept.size]).toEqual([0, 2]);
  });

  test('and nothing is stored, where the user has given values, which may be secret', () => {
    const store = new Store();
    const unique = new UniqueValues(1);
    unique.addKnown(new Map([[operation.id, [{ in: 'body', at: '/name', value: 's3cret', isAdded: false }]]]));
    const context = createBoundaryContext(contract, unique, operation);
    if (!context) throw new Error('no valid request');
    expect([...storedCasesFromBase(store, context, () => {})].length).toBeGreaterThan(5);
    expect([...storedRandomCases(store, contract, operation, { seed: 1, randomCases: 2, unique })]).not.toEqual([]);
    expect(store.kept.size).toBe(0);
  });

  test('and nothing is stored, if not all of them were taken', () => {
    const store = new Store();
    const context = createBoundaryContext(contract, new UniqueValues(1), operation);
    if (!context) throw new Error('no valid request');
    storedCasesFromBase(store, context, () => {}).next();
    expect(store.kept.size).toBe(0);
  });
});
