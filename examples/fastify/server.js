import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import Fastify from 'fastify';
import { parse } from 'yaml';

const { components } = parse(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'));
const bookmarks = [];

// Routes are validated by the schemas of the document. Fastify's own Ajv would coerce types, so that "5" passes for 5.
const ajv = new Ajv({ useDefaults: true, strict: false });
ajv.addSchema({ $id: 'openapi', components });
const schema = (name) => ({ $ref: `openapi#/components/schemas/${name}` });

const app = Fastify();
app.setValidatorCompiler(({ schema: given }) => ajv.compile(given));

const findBookmarks = {
  querystring: {
    type: 'object',
    required: ['tag'],
    properties: { tag: schema('Tag'), order: { enum: ['newest', 'oldest'], default: 'newest' } },
  },
};

app.get('/bookmarks', { schema: findBookmarks }, async ({ query: { tag, order } }) => {
  const found = bookmarks.filter(({ tags = [] }) => tags.includes(tag)).slice(-20);
  return order === 'newest' ? found.reverse() : found;
});

app.post('/bookmarks', { schema: { body: schema('Bookmark') } }, async ({ body }, reply) => {
  bookmarks.push(body);
  return reply.code(201).send(body);
});

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
