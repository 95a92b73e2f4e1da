import { bodyOf, serve } from '../../../servers.ts';

type Values = Record<string, unknown>;

interface Row {
  readonly id: string;
  attributes: Values;
  artist?: string;
}

/** What a service of albums does wrong; each is one bug. */
export interface AlbumsMistakes {
  /** Query parameters that it ignores. */
  readonly ignores?: readonly string[];
  readonly publishesTwice?: boolean;
  readonly clearsArtist?: boolean;
  readonly touches?: boolean;
  readonly takesUnknownArtist?: boolean;
}

const content = (schema: object) => ({ content: { 'application/vnd.api+json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const error = (description: string) => ({ description, ...content({ type: 'object' }) });
const ok = (schema: object, description = 'ok') => ({ description, ...content(data(schema)) });
const data = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const text = { type: 'string', minLength: 1 };
const link = (type: string) => data(object({ type: { enum: [type], type: 'string' }, id: text }, ['type', 'id']));
const query = (name: string, values?: readonly string[]) => ({
  name,
  in: 'query',
  schema: values ? { type: 'string', enum: values } : { type: 'string' },
});
const id = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
});

function resource(type: string, attributes: object, required: readonly string[], related?: object, set = {}) {
  const shown = { ...attributes, ...set, 'updated-at': { type: 'string', format: 'date-time', readOnly: true } };
  const types = { type: { type: 'string', enum: [type] } };
  const own = { ...object(attributes, required), additionalProperties: false };
  const relationships = related && { relationships: object(related, Object.keys(related)) };
  return {
    one: object({ ...types, id: text, attributes: object(shown, required), ...relationships }, ['type', 'id']),
    create: data(
      object({ ...types, attributes: own, ...relationships }, [
        'type',
        ...Object.keys(relationships ?? {}),
        'attributes',
      ]),
    ),
    update: data(
      object(
        {
          ...types,
          id: text,
          attributes: { ...own, required: [] },
          ...(related && { relationships: object(related) }),
        },
        ['type', 'id'],
      ),
    ),
  };
}

const artist = resource('artists', { name: text, genre: { type: 'string', enum: ['jazz', 'rock', 'folk'] } }, [
  'name',
  'genre',
]);
const status = { type: 'string', enum: ['draft', 'published'], readOnly: true };
const price = { type: 'integer', minimum: 0 };
const album = resource('albums', { title: text, price }, ['title'], { artist: link('artists') }, { status });
const errors = { 400: error('bad'), 404: error('unknown'), 409: error('conflict') };
const responses = (status: number, schema: object) => ({ [status]: ok(schema), ...errors });
const operations = (name: string, parameter: object) => ({
  parameters: [parameter],
  get: { operationId: `get${name}`, responses: responses(200, ref(name)) },
  patch: {
    operationId: `update${name}`,
    requestBody: { required: true, ...content(ref(`${name}Update`)) },
    responses: responses(200, ref(name)),
  },
  delete: { operationId: `delete${name}`, responses: { 204: { description: 'deleted' }, ...errors } },
});
const collection = (name: string, parameters: readonly object[]) => ({
  get: { operationId: `list${name}s`, parameters, responses: responses(200, { type: 'array', items: ref(name) }) },
  post: {
    operationId: `create${name}`,
    requestBody: { required: true, ...content(ref(`${name}Create`)) },
    responses: { 201: ok(ref(name)), 400: error('bad'), 404: error('The artist does not exist.') },
  },
});

/** Artists and albums in the style of JSON:API: attributes, relationships, filters in brackets and links between records. */
export const albumsDocument = {
  openapi: '3.0.3',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/artists': collection('Artist', [
      query('filter[genre]', ['jazz', 'rock', 'folk']),
      query('sort', ['name', '-name']),
    ]),
    '/artists/{artist-id}': operations('Artist', id('artist-id')),
    '/albums': collection('Album', [query('filter[artist]')]),
    '/albums/{album-id}': operations('Album', id('album-id')),
    '/albums/{album-id}/publish': {
      parameters: [id('album-id')],
      post: {
        operationId: 'publishAlbum',
        responses: { 200: ok(ref('Album')), 404: error('unknown'), 409: error('The album is already published.') },
      },
    },
    '/artists/{artist-id}/relationships/albums': {
      parameters: [id('artist-id')],
      get: {
        operationId: 'linksOfArtist',
        responses: responses(200, { type: 'array', items: link('albums').properties.data }),
      },
      post: {
        operationId: 'linkAlbums',
        requestBody: { required: true, ...content(data({ type: 'array', items: link('albums').properties.data })) },
        responses: { 204: { description: 'linked' }, ...errors },
      },
    },
  },
  components: {
    schemas: {
      Artist: artist.one,
      ArtistCreate: artist.create,
      ArtistUpdate: artist.update,
      Album: album.one,
      AlbumCreate: album.create,
      AlbumUpdate: album.update,
    },
  },
};

type Reply = readonly [status: number, body?: unknown];
const rejected = (status: number): Reply => [status, { errors: [] }];

/** Serves albums until the test is over. */
export function serveAlbums(mistakes: AlbumsMistakes = {}): Promise<string> {
  const service = new Albums(mistakes);
  return serve(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    const [code, body] = service.respond(request.method ?? '', url, (await bodyOf(request)).toString());
    response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/vnd.api+json' });
    response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body));
  });
}

interface Sent {
  readonly attributes?: Values;
  readonly relationships?: { readonly artist?: { readonly data: { readonly id: string } } };
}

class Albums {
  private readonly tables = { artists: new Map<string, Row>(), albums: new Map<string, Row>() };
  private readonly mistakes: AlbumsMistakes;
  private last = 0;

  constructor(mistakes: AlbumsMistakes) {
    this.mistakes = mistakes;
  }

  respond(method: string, { pathname, searchParams }: URL, text: string): Reply {
    const [, type, own, action] =
      /^\/(artists|albums)(?:\/(\d+)(?:\/(publish|relationships\/albums))?)?$/.exec(pathname) ?? [];
    if (type !== 'artists' && type !== 'albums') return rejected(404);
    const sent = text === '' ? {} : ((JSON.parse(text) as { data: Sent }).data ?? {});
    if (own === undefined) return method === 'POST' ? this.create(type, sent) : this.list(type, searchParams);
    const row = this.tables[type].get(own);
    if (!row) return rejected(404);
    if (action === 'publish') return this.publish(row);
    if (action !== undefined) return method === 'POST' ? [204] : [200, { data: [] }];
    if (method === 'DELETE') return this.delete(type, row);
    if (method === 'PATCH') return this.update(type, row, sent);
    if (this.mistakes.touches) this.touch(row);
    return [200, { data: this.show(type, row) }];
  }

  private list(type: 'artists' | 'albums', query: URLSearchParams): Reply {
    const asked = (name: string) => (this.mistakes.ignores?.includes(name) ? null : query.get(name));
    const [genre, artist, sort] = ['filter[genre]', 'filter[artist]', 'sort'].map(asked);
    const rows = [...this.tables[type].values()].filter(
      (row) => (!genre || row.attributes['genre'] === genre) && (!artist || row.artist === artist),
    );
    const sign = sort?.startsWith('-') ? -1 : 1;
    if (sort) rows.sort((a, b) => (String(a.attributes['name']) < String(b.attributes['name']) ? -sign : sign));
    return [200, { data: rows.map((row) => this.show(type, row)) }];
  }

  private create(type: 'artists' | 'albums', { attributes = {}, relationships }: Sent): Reply {
    const artist = relationships?.artist?.data.id;
    if (type === 'albums' && artist === undefined) return rejected(400);
    if (!isValid(type, attributes, true)) return rejected(400);
    const isKnown = artist === undefined || this.tables.artists.has(artist) || this.mistakes.takesUnknownArtist;
    if (!isKnown) return rejected(404);
    const row: Row = {
      id: String(++this.last),
      attributes: { ...attributes, ...(type === 'albums' ? { status: 'draft' } : {}) },
    };
    if (artist !== undefined) row.artist = artist;
    this.touch(row);
    this.tables[type].set(row.id, row);
    return [201, { data: this.show(type, row) }];
  }

  private update(type: 'artists' | 'albums', row: Row, { attributes = {}, relationships }: Sent): Reply {
    if (!isValid(type, attributes, false)) return rejected(400);
    row.attributes = { ...row.attributes, ...attributes };
    const artist = relationships?.artist?.data.id;
    if (artist !== undefined) row.artist = artist;
    else if (this.mistakes.clearsArtist) delete row.artist;
    this.touch(row);
    return [200, { data: this.show(type, row) }];
  }

  private publish(row: Row): Reply {
    if (row.attributes['status'] === 'published' && !this.mistakes.publishesTwice) return rejected(409);
    row.attributes = { ...row.attributes, status: 'published' };
    return [200, { data: this.show('albums', row) }];
  }

  private delete(type: 'artists' | 'albums', { id: own }: Row): Reply {
    this.tables[type].delete(own);
    for (const each of this.tables.albums.values()) if (each.artist === own) this.tables.albums.delete(each.id);
    return [204];
  }

  private touch(row: Row): void {
    row.attributes = { ...row.attributes, 'updated-at': new Date(1.7e12 + 1000 * ++this.last).toISOString() };
  }

  private show(type: string, { id: own, attributes, artist }: Row) {
    const relationships =
      artist === undefined ? {} : { relationships: { artist: { data: { type: 'artists', id: artist } } } };
    return { type, id: own, attributes, ...relationships };
  }
}

function isValid(
  type: 'artists' | 'albums',
  { name, genre, title, price, ...others }: Values,
  isWhole: boolean,
): boolean {
  const isText = (value: unknown) => (value === undefined ? !isWhole : typeof value === 'string' && value !== '');
  const isGenre = genre === undefined ? !isWhole : ['jazz', 'rock', 'folk'].includes(String(genre));
  if (Object.keys(others).length > 0) return false;
  if (type === 'artists') return isText(name) && isGenre && title === undefined && price === undefined;
  const isPrice = price === undefined || (Number.isInteger(price) && Number(price) >= 0);
  return isText(title) && isPrice && name === undefined && genre === undefined;
}
