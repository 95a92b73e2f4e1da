import { randomUUID } from 'node:crypto';
import { bodyOf, serve } from '../../../servers.ts';

type Values = Record<string, unknown>;

export interface Contact {
  id: string;
  attributes: Values;
  createdAt: string;
}

/** What a service of contacts does wrong; each is one bug. */
export interface ContactsMistakes {
  /** After a creation. */
  readonly created?: (contact: Contact, all: Map<string, Contact>) => void;
  /** The contact that responses to creations and updates show. */
  readonly shown?: (contact: Contact, before: Contact | undefined) => Contact;
  /** Attributes after a PATCH. */
  readonly merged?: (before: Values, sent: Values) => Values;
  /** After a PATCH that was accepted, or rejected as a conflict. */
  readonly patched?: (contact: Contact, sent: Values, isRejected: boolean) => void;
  /** After a contact was archived. */
  readonly archived?: (contact: Contact, all: Map<string, Contact>) => void;
  /** Methods that fail for a value that is taken. */
  readonly failsForTaken?: readonly string[];
  /** Whether an update may take what a creation may not. */
  readonly takesTaken?: boolean;
  /** Whether a conflict leaves a record. */
  readonly storesConflicts?: boolean;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const data = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (description: string, schema: object) => ({ description, content: json(schema) });
const errors = Object.fromEntries([400, 404, 409].map((status) => [status, ok('error', ref('Errors'))]));
const attributes = {
  email: { type: 'string', format: 'email' },
  name: { type: 'string', minLength: 1 },
  city: { type: 'string' },
  score: { type: 'integer', minimum: 0 },
};
const sent = (required: readonly string[]) => ({
  required: true,
  content: json(
    data({
      type: 'object',
      required: ['type', 'attributes'],
      properties: {
        type: { type: 'string', enum: ['contacts'] },
        attributes: { type: 'object', required, additionalProperties: false, minProperties: 1, properties: attributes },
      },
    }),
  ),
});
const id = { name: 'contactId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

/** Contacts in the style of JSON:API: an envelope, attributes, a unique e-mail address. */
export const contactsDocument = {
  openapi: '3.1.0',
  info: { title: 'Contacts', version: '1' },
  paths: {
    '/contacts': {
      get: {
        operationId: 'listContacts',
        responses: { 200: ok('all', data({ type: 'array', items: ref('Contact') })), ...errors },
      },
      post: {
        operationId: 'createContact',
        requestBody: sent(['name', 'email']),
        responses: { 201: ok('created', data(ref('Contact'))), ...errors },
      },
    },
    '/contacts/{contactId}': {
      parameters: [id],
      get: { operationId: 'readContact', responses: { 200: ok('one', data(ref('Contact'))), ...errors } },
      patch: {
        operationId: 'changeContact',
        requestBody: sent([]),
        responses: { 200: ok('changed', data(ref('Contact'))), ...errors },
      },
      delete: { operationId: 'deleteContact', responses: { 204: { description: 'deleted' }, ...errors } },
    },
    '/contacts/{contactId}/archive': {
      parameters: [id],
      post: { operationId: 'archiveContact', responses: { 200: ok('archived', data(ref('Contact'))), ...errors } },
    },
  },
  components: {
    schemas: {
      Contact: {
        type: 'object',
        required: ['id', 'type', 'attributes', 'meta'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          type: { type: 'string' },
          attributes: {
            type: 'object',
            properties: { ...attributes, status: { type: 'string', enum: ['active', 'archived'], readOnly: true } },
          },
          meta: {
            type: 'object',
            properties: { created_at: { type: 'string', format: 'date-time', readOnly: true } },
          },
        },
      },
      Errors: { type: 'object', required: ['errors'], properties: { errors: { type: 'array' } } },
    },
  },
};

type Reply = readonly [status: number, body?: unknown];
const rejected = (status: number): Reply => [status, { errors: [{ status: String(status) }] }];
const show = ({ id: own, attributes: shown, createdAt }: Contact) => ({
  id: own,
  type: 'contacts',
  attributes: shown,
  meta: { created_at: createdAt },
});

/** Serves contacts until the test is over. */
export function serveContacts(mistakes: ContactsMistakes = {}): Promise<string> {
  const all = new Map<string, Contact>();
  return serve(async (request, response) => {
    const text = (await bodyOf(request)).toString();
    const [status, body] = respond(request.method ?? '', request.url ?? '', text, all, mistakes);
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function respond(method: string, url: string, text: string, all: Map<string, Contact>, mistakes: ContactsMistakes) {
  const [, own, action] = /^\/contacts(?:\/([^/]+)(?:\/(archive))?)?$/.exec(url) ?? [];
  const contact = all.get(own?.toLowerCase() ?? '');
  if (own === undefined)
    return method === 'POST' ? create(text, all, mistakes) : ([200, { data: [...all.values()].map(show) }] as Reply);
  if (!contact) return rejected(404);
  if (action) return archive(contact, all, mistakes);
  if (method === 'DELETE') return [all.delete(contact.id) ? 204 : 404] as Reply;
  return method === 'PATCH' ? patch(contact, text, all, mistakes) : ([200, { data: show(contact) }] as Reply);
}

function create(text: string, all: Map<string, Contact>, mistakes: ContactsMistakes): Reply {
  const { created, shown, storesConflicts } = mistakes;
  const values = read(text);
  if (!values?.['name'] || !values['email']) return rejected(400);
  const isTaken = hasEmail(all, values['email']);
  const contact = {
    id: randomUUID() as string,
    attributes: { ...values, status: 'active' },
    createdAt: new Date().toISOString(),
  };
  if (!isTaken || storesConflicts) all.set(contact.id, contact);
  if (isTaken) return rejected(mistakes.failsForTaken?.includes('POST') ? 500 : 409);
  created?.(contact, all);
  return [201, { data: show(shown?.(contact, undefined) ?? contact) }];
}

function patch(contact: Contact, text: string, all: Map<string, Contact>, mistakes: ContactsMistakes): Reply {
  const values = read(text);
  if (!values || Object.keys(values).length === 0) return rejected(400);
  const isOther = values['email'] !== contact.attributes['email'];
  const isTaken = isOther && mistakes.takesTaken !== true && hasEmail(all, values['email']);
  const before = structuredClone(contact);
  if (!isTaken)
    contact.attributes = mistakes.merged?.(contact.attributes, values) ?? { ...contact.attributes, ...values };
  mistakes.patched?.(contact, values, isTaken);
  const status = mistakes.failsForTaken?.includes('PATCH') ? 500 : 409;
  return isTaken ? rejected(status) : [200, { data: show(mistakes.shown?.(contact, before) ?? contact) }];
}

function archive(contact: Contact, all: Map<string, Contact>, { archived }: ContactsMistakes): Reply {
  if (contact.attributes['status'] === 'archived') return rejected(409);
  contact.attributes = { ...contact.attributes, status: 'archived' };
  archived?.(contact, all);
  return [200, { data: show(contact) }];
}

function hasEmail(all: Map<string, Contact>, email: unknown): boolean {
  return email !== undefined && [...all.values()].some(({ attributes: each }) => each['email'] === email);
}

interface Sent {
  readonly data?: { readonly type?: string; readonly attributes?: Values };
}

function parse(text: string): Sent | undefined {
  try {
    return JSON.parse(text) as Sent;
  } catch {
    return undefined;
  }
}

/** The attributes of a valid body. */
function read(text: string): Values | undefined {
  const sentData = parse(text)?.data;
  const values = sentData?.attributes;
  if (sentData?.type !== 'contacts' || typeof values !== 'object' || values === null) return undefined;
  const isKnown = Object.keys(values).every((name) => Object.hasOwn(attributes, name));
  const isText = ['name', 'email', 'city'].every((name) => ['string', 'undefined'].includes(typeof values[name]));
  const isScore = values['score'] === undefined || Number.isInteger(values['score']);
  return isKnown && isText && isScore && values['name'] !== '' ? values : undefined;
}
