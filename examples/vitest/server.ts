import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

export function createDiceServer(): Server {
  return createServer(async (request, response) => {
    const [status, body] = await respond(request);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

async function respond(request: IncomingMessage): Promise<[status: number, body: object]> {
  if (request.url !== '/rolls') return [404, { error: 'not found' }];
  if (request.method !== 'POST') return [405, { error: 'only POST is supported here' }];
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return [415, { error: 'send JSON' }];
  const body = await json(request).catch(() => undefined);
  if (!isRoll(body)) return [400, { error: 'expected {"dice": 1 to 6} and nothing else' }];
  return [200, { rolls: Array.from({ length: body.dice }, () => randomInt(1, 7)) }];
}

function isRoll(body: unknown): body is { dice: number } {
  if (typeof body !== 'object' || body === null || !('dice' in body)) return false;
  const { dice, ...others } = body;
  return Number.isInteger(dice) && Number(dice) >= 1 && Number(dice) <= 6 && Object.keys(others).length === 0;
}
