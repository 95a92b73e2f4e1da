import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const film = { $ref: '#/components/schemas/Film' };
const json = (schema: object) => ({ 'application/json': { schema } });
const spec = {
  openapi: '3.1.0',
  info: { title: 'Films', version: '1' },
  paths: {
    '/films': {
      get: {
        operationId: 'listFilms',
        responses: { 200: { description: 'all', content: json({ type: 'array', items: film }) } },
      },
      post: {
        operationId: 'createFilm',
        requestBody: { required: true, content: json(film) },
        responses: { 201: { description: 'new', content: json(film) } },
      },
    },
    '/films/{filmId}': {
      parameters: [{ name: 'filmId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getFilm', responses: { 200: { description: 'one', content: json(film) } } },
    },
  },
  components: {
    schemas: {
      Film: {
        type: 'object',
        required: ['title', 'year'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer' },
          title: { type: 'string', maxLength: 20 },
          year: { type: 'integer' },
          studio: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, city: { type: 'string' } },
          },
        },
        not: { required: ['id', 'studio'], properties: { title: { const: 'Nobody' } } },
      },
    },
  },
};

describe('a record that is given to the mock', () => {
  test.each<[JsonObject, string]>([
    [{ title: 5, year: 1927 }, 'film.title must be a string, got 5'],
    [{ title: 'Metropolis', year: '1927' }, 'film.year must be an integer, got "1927"'],
    [{ title: 'Metropolis', year: 1927.5 }, 'film.year must be an integer, got 1927.5'],
    [{ title: 'Metropolis', year: null }, 'film.year must be an integer, got null'],
    [{ title: 'Das Cabinet des Dr. Caligari', year: 1920 }, 'film.title must have at most 20 characters'],
    [{ id: '7', title: 'Metropolis', year: 1927 }, 'film.id must be an integer, got "7"'],
    [{ titel: 'Metropolis', year: 1927 }, 'film.titel is not a declared property'],
    [{ title: 'Metropolis', year: 1927, studio: { name: 5 } }, 'film.studio.name must be a string, got 5'],
    [{ id: 0, title: 'Metropolis', year: 1927 }, 'film.id must be allowed in a path, got 0'],
    [
      { id: 7, title: 'Nobody', year: 1, studio: { name: 'UFA' } },
      'film must not be valid against the schema of `not`',
    ],
  ])('as %j is rejected, and changes nothing', async (record, message) => {
    const mock = await openMock({ spec, seedData: { film: [{ id: 1, title: 'Nosferatu', year: 1922 }] } });
    await expect(mock.state.add('film', record)).rejects.toThrow(message);
    await expect(mock.state.replace({ film: [record] })).rejects.toThrow(message);
    const sent = await mock.send('POST', '/__mock/state/film', record);
    expect([sent.status, String(fields(sent.body)['detail'])]).toEqual([400, expect.stringContaining(message)]);
    expect(await mock.state.list('film')).toEqual([{ id: 1, title: 'Nosferatu', year: 1922 }]);
  });

  test('is kept with a property that the document does not have, and a warning where that looks like a typo', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { additionalProperties: _, ...open } = spec.components.schemas.Film;
    const schemas = { Film: open };
    const film = [{ id: 1, titel: 'Nosferatu', year: 1922, colour: 'none' }];
    const mock = await openMock({ spec: { ...spec, components: { schemas } }, seedData: { film } });
    expect(await mock.state.list('film')).toMatchObject(film);
    expect(warn.mock.calls).toEqual([['the document has no film.titel. Did you mean title?']]);
    warn.mockRestore();
  });

  test('is kept as it is, with what it must have besides', async () => {
    const mock = await openMock({ spec });
    const given = { id: 7, title: 'Metropolis', studio: { city: 'Babelsberg' } };
    const added = await mock.state.add('film', given);
    expect(added).toMatchObject({
      id: 7,
      title: 'Metropolis',
      studio: { city: 'Babelsberg', name: expect.any(String) },
    });
    expect((await mock.send('GET', '/films/7')).body).toEqual(added);
  });
});
