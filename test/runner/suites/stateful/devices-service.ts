import { bodyOf, serve } from '../../../servers.ts';

interface Device {
  id: number;
  serial: string;
  model: string;
  status: string;
}

/** What a service of devices does wrong; each is one bug. */
export interface DevicesMistakes {
  /** The devices that a request deletes, of those that it names and of all. */
  readonly deleted?: (named: readonly number[], all: readonly number[]) => readonly number[];
  /** As `deleted`, of a request that changes them. */
  readonly changed?: (named: readonly number[], all: readonly number[]) => readonly number[];
  /** Whether the devices before one that is unknown are deleted although the request is rejected. */
  readonly deletesBeforeUnknown?: boolean;
  /** Whether a device that is active can be deleted. */
  readonly deletesActive?: boolean;
  /** The status of a creation with the serial of another device. */
  readonly taken?: 201 | 500;
  /** Whether serials that differ in letter case alone are two. */
  readonly tellsCaseApart?: boolean;
  /** Whether a new device gets the id that follows the largest. */
  readonly reusesIds?: boolean;
  /** How many devices the list shows at most. */
  readonly shown?: number;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const response = (description: string, schema: object) => ({ description, content: json(schema) });
const problems = Object.fromEntries([400, 404].map((status) => [status, response('problem', ref('Problem'))]));
const ids = { type: 'array', minItems: 1, items: { type: 'integer' } };
const status = { type: 'string', enum: ['stock', 'active', 'retired'] };
const bulk = (properties: object, required: readonly string[]) => ({
  required: true,
  content: json({ type: 'object', required, additionalProperties: false, properties }),
});
const values = { serial: { type: 'string', minLength: 1 }, model: { type: 'string', minLength: 1 } };

/** Devices that are deleted and changed several at a time: by a query, by an array of ids and by an array of objects. */
export const devicesDocument = {
  openapi: '3.1.0',
  info: { title: 'Devices', version: '1' },
  paths: {
    '/devices': {
      get: {
        operationId: 'listDevices',
        responses: { 200: response('all', { type: 'array', items: ref('Device') }) },
      },
      post: {
        operationId: 'createDevice',
        requestBody: bulk(values, ['serial', 'model']),
        responses: {
          201: response('created', ref('Device')),
          409: response('The serial is already taken, in whatever letter case.', ref('Problem')),
          ...problems,
        },
      },
      delete: {
        operationId: 'deleteDevices',
        parameters: [{ name: 'ids', in: 'query', required: true, explode: false, schema: ids }],
        responses: { 204: { description: 'deleted' }, ...problems },
      },
    },
    '/devices/bulk-delete': {
      post: {
        operationId: 'bulkDeleteDevices',
        requestBody: bulk({ ids }, ['ids']),
        responses: { 204: { description: 'deleted' }, ...problems },
      },
    },
    '/devices/bulk-status': {
      post: {
        operationId: 'setStatusOfDevices',
        requestBody: bulk({ ids, status }, ['ids', 'status']),
        responses: { 204: { description: 'changed' }, ...problems },
      },
    },
    '/devices/{deviceId}': {
      parameters: [{ name: 'deviceId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'readDevice', responses: { 200: response('one', ref('Device')), ...problems } },
      delete: {
        operationId: 'deleteDevice',
        responses: {
          204: { description: 'deleted' },
          409: response('An active device cannot be deleted.', ref('Problem')),
          ...problems,
        },
      },
    },
    '/devices/{deviceId}/retire': {
      parameters: [{ name: 'deviceId', in: 'path', required: true, schema: { type: 'integer' } }],
      post: {
        operationId: 'retireDevice',
        responses: {
          200: response('one', ref('Device')),
          409: response('Only active devices can be retired.', ref('Problem')),
          ...problems,
        },
      },
    },
    '/devices/{deviceId}/activate': {
      parameters: [{ name: 'deviceId', in: 'path', required: true, schema: { type: 'integer' } }],
      post: { operationId: 'activateDevice', responses: { 200: response('one', ref('Device')), ...problems } },
    },
  },
  components: {
    schemas: {
      Device: {
        type: 'object',
        required: ['id', 'serial', 'model', 'status'],
        properties: { id: { type: 'integer', description: 'Never used again.' }, ...values, status },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

type Reply = readonly [status: number, body?: unknown];

/** Serves devices until the test is over. */
export function serveDevices(mistakes: DevicesMistakes = {}): Promise<string> {
  const devices = new Devices(mistakes);
  return serve(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    const [code, body] = devices.respond(request.method ?? '', url, (await bodyOf(request)).toString());
    response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const rejected = (code: number): Reply => [code, { message: 'rejected' }];

class Devices {
  private readonly all = new Map<number, Device>();
  private readonly mistakes: DevicesMistakes;
  private next = 1;

  constructor(mistakes: DevicesMistakes) {
    this.mistakes = mistakes;
  }

  respond(method: string, { pathname, searchParams }: URL, text: string): Reply {
    const [, own, action] = /^\/devices\/(\d+)(?:\/(retire|activate))?$/.exec(pathname) ?? [];
    if (own !== undefined) return this.one(method, Number(own), action);
    if (method === 'DELETE') return this.delete((searchParams.get('ids') ?? '').split(',').map(Number));
    if (method === 'GET')
      return pathname === '/devices' ? [200, [...this.all.values()].slice(0, this.mistakes.shown)] : rejected(400);
    const sent = parse(text);
    if (!sent) return rejected(400);
    if (pathname === '/devices') return this.create(sent);
    const named = sent['ids'];
    if (!Array.isArray(named)) return rejected(400);
    return pathname === '/devices/bulk-delete' ? this.delete(named, sent) : this.change(named, sent);
  }

  private one(method: string, id: number, action: string | undefined): Reply {
    const device = this.all.get(id);
    if (!device) return rejected(404);
    if (method === 'DELETE') {
      if (device.status === 'active' && !this.mistakes.deletesActive) return rejected(409);
      this.all.delete(id);
      return [204];
    }
    if (action === 'retire' && device.status !== 'active') return rejected(409);
    if (action !== undefined) device.status = action === 'retire' ? 'retired' : 'active';
    return [200, device];
  }

  private create({ serial, model, ...others }: Record<string, unknown>): Reply {
    const isText = [serial, model].every((each) => typeof each === 'string' && each !== '');
    if (!isText || Object.keys(others).length > 0) return rejected(400);
    const { taken = 409 } = this.mistakes;
    const keyOf = (text: unknown) => (this.mistakes.tellsCaseApart ? text : String(text).toLowerCase());
    const isTaken = [...this.all.values()].some((each) => keyOf(each.serial) === keyOf(serial));
    if (isTaken && taken !== 201) return rejected(taken);
    if (this.mistakes.reusesIds) this.next = Math.max(0, ...this.all.keys()) + 1;
    const device = { id: this.next++, serial: String(serial), model: String(model), status: 'stock' };
    this.all.set(device.id, device);
    return [201, device];
  }

  private problem(named: readonly unknown[]): Reply | undefined {
    if (named.length === 0 || !named.every((id) => Number.isInteger(id))) return rejected(400);
    return named.every((id) => this.all.has(Number(id))) ? undefined : rejected(404);
  }

  private delete(named: readonly unknown[], sent: object = {}): Reply {
    const problem = Object.keys(sent).some((name) => name !== 'ids') ? rejected(400) : this.problem(named);
    const numbers = named.map(Number);
    if (problem && !(this.mistakes.deletesBeforeUnknown && problem[0] === 404)) return problem;
    for (const id of this.mistakes.deleted?.(numbers, [...this.all.keys()]) ?? numbers) this.all.delete(id);
    return problem ?? [204];
  }

  private change(named: readonly unknown[], sent: Record<string, unknown>): Reply {
    const isValid = status.enum.includes(String(sent['status'])) && Object.keys(sent).length === 2;
    const problem = isValid ? this.problem(named) : rejected(400);
    if (problem) return problem;
    const numbers = named.map(Number);
    for (const id of this.mistakes.changed?.(numbers, [...this.all.keys()]) ?? numbers) {
      const device = this.all.get(id);
      if (device) device.status = String(sent['status']);
    }
    return [204];
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
