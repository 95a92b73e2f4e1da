import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const ROOMS = ['attic', 'cellar', 'kitchen'];
let bookings = 0;

/** The status and the body that a request gets. */
async function respond(request) {
  const { method, url, headers } = request;
  const [, room] = /^\/rooms\/([^/?]+)\/bookings$/.exec(url) ?? [];
  if (room === undefined) return [404, { message: 'not found' }];
  if (method !== 'POST') return [405, { message: 'only POST is supported here' }];
  if (headers.authorization !== `Bearer ${process.env.API_TOKEN}`) return [401, { message: 'a token is required' }];
  if (!ROOMS.includes(room)) return [404, { message: `there is no room ${room}` }];
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return [415, { message: 'send JSON' }];
  const { hours, ...others } = Object(await json(request).catch(() => undefined));
  if (!Number.isInteger(hours) || hours < 1 || hours > 8) return [400, { message: 'hours must be from 1 to 8' }];
  if (Object.keys(others).length > 0) return [400, { message: `unknown property ${Object.keys(others)[0]}` }];
  return [201, { number: ++bookings, room, hours }];
}

const server = createServer(async (request, response) => {
  const [status, body] = await respond(request);
  request.resume();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
