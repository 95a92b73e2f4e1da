import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { type: 'integer', readOnly: true };
const properties = {
  id,
  start: { type: 'string', format: 'date-time' },
  minutes: { type: 'integer', minimum: 15, maximum: 120 },
};
const Lesson = { type: 'object', required: ['start', 'minutes'], properties };
const gives = { description: 'a lesson', ...content(Lesson) };
const error = { description: 'error' };

/** Lessons of one teacher, which begin at a time and last some minutes. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Lessons', version: '1' },
  paths: {
    '/lessons': {
      post: {
        operationId: 'book',
        description: 'Two lessons may not overlap; one may begin when another ends.',
        requestBody: { required: true, ...content(Lesson) },
        responses: { 201: gives, 400: error, 409: { description: 'There is another lesson at that time' } },
      },
    },
    '/lessons/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: gives, 404: error } },
      delete: { operationId: 'cancel', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
};

interface Span {
  readonly from: number;
  readonly to: number;
}
type Overlap = (one: Span, other: Span) => boolean;

function lessonsApp(isOverlap: Overlap) {
  const lessons = new Map<string, { readonly span: Span; readonly shown: object }>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const own = new URL(request.url).pathname.split('/')[2];
    if (own !== undefined) {
      const found = lessons.get(own);
      if (request.method === 'DELETE') return new Response(null, { status: lessons.delete(own) ? 204 : 404 });
      return found ? Response.json(found.shown) : new Response(null, { status: 404 });
    }
    const { start, minutes } = parsed(await request.text());
    const from = Date.parse(String(start));
    const isLength = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 15 && minutes <= 120;
    if (Number.isNaN(from) || !isLength) return new Response(null, { status: 400 });
    const span = { from, to: from + minutes * 60_000 };
    if ([...lessons.values()].some((each) => isOverlap(each.span, span))) return new Response(null, { status: 409 });
    const shown = { id: ++last, start, minutes };
    lessons.set(String(last), { span, shown });
    return Response.json(shown, { status: 201 });
  };
}

function parsed(sent: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(sent));
  } catch {
    return {};
  }
}

async function found(isOverlap: Overlap) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec, app: lessonsApp(isOverlap), ...options });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test.each<[string, Overlap]>([
  ['is not looked at', () => false],
  ['begins at the same time', (one, other) => one.from === other.from],
  ['begins during another', (one, other) => one.from <= other.from && other.from < one.to],
  ['ends during another', (one, other) => one.from < other.to && other.to <= one.to],
])(
  'what lasts some minutes overlaps whatever it has a minute in common with, not only what %s',
  async (_, isOverlap) => {
    expect(await found(isOverlap)).toEqual(['book conflict-is-rejected']);
  },
);

test('what overlaps nothing is accepted, by the mock, too', async () => {
  expect(await found((one, other) => one.from < other.to && other.from < one.to)).toEqual([]);
  expect(await findingsOnMock(spec)).toEqual([]);
});
