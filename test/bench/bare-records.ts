/** A bare node:http server that keeps notes in a Map: what any mock with records costs at least. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const notes = new Map<number, object>();

function respond(method: string, target: string, text: string): { status: number; body: unknown } {
  if (method === 'POST') {
    const note = { id: notes.size + 1, ...(JSON.parse(text) as object) };
    notes.set(note.id, note);
    return { status: 201, body: note };
  }
  const url = new URL(target, 'http://127.0.0.1');
  const id = /^\/notes\/(\d+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) return { status: notes.has(Number(id)) ? 200 : 404, body: notes.get(Number(id)) ?? {} };
  const [limit, offset] = [Number(url.searchParams.get('limit') ?? 20), Number(url.searchParams.get('offset') ?? 0)];
  const items = [...notes.values()].slice(offset, offset + limit);
  return { status: 200, body: { items, limit, offset, total: notes.size } };
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const { status, body } = respond(request.method ?? '', request.url ?? '', text);
    const json = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
    response.end(json);
  });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
