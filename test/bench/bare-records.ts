/** A bare node:http server that keeps notes in a Map: what any mock with records costs at least. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const notes = new Map<number, object>();

interface Response {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same responses as those of the mock. */
function respond(method: string, target: string, text: string): Response {
  if (method === 'POST') {
    const note = { id: notes.size + 1, priority: 3, done: false, ...(JSON.parse(text) as object) };
    notes.set(note.id, note);
    return { status: 201, body: note, headers: { location: `/notes/${note.id}` } };
  }
  const url = new URL(target, 'http://127.0.0.1');
  const id = /^\/notes\/(\d+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) return { status: notes.has(Number(id)) ? 200 : 404, body: notes.get(Number(id)) ?? {} };
  const [limit, offset] = [Number(url.searchParams.get('limit') ?? 20), Number(url.searchParams.get('offset') ?? 0)];
  const items = [...notes.values()].slice(offset, offset + limit);
  return { status: 200, body: { items, total: notes.size } };
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const { status, body, headers } = respond(request.method ?? '', request.url ?? '', text);
    const json = JSON.stringify(body);
    const length = Buffer.byteLength(json);
    response.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': length });
    response.end(json);
  });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
