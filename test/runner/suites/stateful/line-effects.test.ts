import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { toolsDocument } from './tools-document.ts';

interface Habits {
  readonly takes: (quantity: number) => number;
  readonly returns: (quantity: number) => number;
}
interface Stored {
  readonly id: number;
  readonly [name: string]: unknown;
}
interface Line {
  readonly toolId: number;
  readonly quantity: number;
}

function toolsApp({ takes, returns }: Habits) {
  const tools = new Map<number, Stored & { inStock: number }>();
  const rentals = new Map<number, Stored & { readonly lines: readonly Line[]; state: string }>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const [kind, own, deed] = new URL(request.url).pathname.slice(1).split('/');
    const stored = (kind === 'tools' ? tools : rentals).get(Number(own));
    const rental = rentals.get(Number(own));
    if (own !== undefined && !stored) return new Response(null, { status: 404 });
    if (deed && rental) {
      if (rental.state !== 'open') return new Response(null, { status: 409 });
      rental.state = 'cancelled';
      for (const { toolId, quantity } of rental.lines) change(toolId, returns(quantity));
    }
    if (stored) return Response.json(stored);
    const sent = parsed(await request.text());
    if (kind === 'tools') {
      const { name: text, inStock: number } = sent;
      const isNamed = typeof text === 'string' && text !== '' && [...text].length <= 40;
      if (!isNamed || !isIn(number, 20, 100)) return new Response(null, { status: 400 });
      tools.set(++last, { id: last, name: text, inStock: number });
      return Response.json(tools.get(last), { status: 201 });
    }
    const { lines: wanted } = sent;
    if (!Array.isArray(wanted) || wanted.length < 1 || wanted.length > 3 || !wanted.every(isLine))
      return new Response(null, { status: 400 });
    const isThere = ({ toolId, quantity }: Line) => (tools.get(toolId)?.inStock ?? 0) >= quantity * wanted.length;
    if (!wanted.every(isThere)) return new Response(null, { status: 409 });
    for (const { toolId, quantity } of wanted) change(toolId, -takes(quantity));
    rentals.set(++last, { id: last, lines: wanted, state: 'open' });
    return Response.json(rentals.get(last), { status: 201 });
  };

  function change(toolId: number, by: number): void {
    const found = tools.get(toolId);
    if (found) found.inStock += by;
  }
}

function isLine(value: unknown): value is Line {
  const { toolId, quantity } = Object(value);
  return Number.isInteger(toolId) && isIn(quantity, 1, 5);
}

function isIn(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function parsed(sent: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sent));
  } catch {
    return {};
  }
}

const all = (quantity: number) => quantity;
const none = () => 0;

async function found(spec: object, habits: Partial<Habits>) {
  const app = toolsApp({ takes: all, returns: all, ...habits });
  const { findings } = await verify({ spec, app, suites: ['stateful'], consistency: 0, runs: 0 });
  return findings.map(({ check, operation, message }) => `${operation} ${check}: ${message}`).join('\n');
}

const WORDS = [
  ['Takes the quantities of the lines from inStock of the tools.', 'Puts the quantities back into inStock.'],
  ['Reduces `inStock` of each tool by the quantity.', 'Adds the quantity of each line to inStock of its tool.'],
  ['inStock of every tool is lowered by the quantity of its line.', 'Raises inStock of all tools by their quantities.'],
] as const;

test.each(WORDS)('a number changes by each line as the document says: %s', async (renting, cancelling) => {
  const spec = toolsDocument(renting, cancelling);
  expect(await found(spec, {})).toBe('');
  const told = '/inStock of the tool is not what the document says';
  expect(await found(spec, { takes: none })).toContain(`rent action-is-visible: ${told} that rent makes of it`);
  expect(await found(spec, { returns: none })).toContain(`cancel action-is-visible: ${told} that cancel makes of it`);
});

test.each(WORDS)('the mock does so: %s', async (...words) => {
  expect(await findingsOnMock(toolsDocument(...words))).toEqual([]);
});

test('where the document does not say so, a number may stay as it is', async () => {
  const spec = toolsDocument('Rents tools, if there are enough.', 'Cancels a rental.');
  expect(await found(spec, { takes: none, returns: none })).toBe('');
});
