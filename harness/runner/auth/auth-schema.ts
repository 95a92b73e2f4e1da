import type { AUTH_FIELDS } from './read-auth.ts';

type Fields = Readonly<Record<(typeof AUTH_FIELDS)[number], object>>;

const text = { type: 'string', minLength: 1 };

const properties: Fields = {
  value: { ...text, description: 'the value itself; of Basic authentication user:password' },
  env: { ...text, description: 'environment variable with the value' },
  login: { ...text, description: "operation that issues a token: an operationId or 'METHOD /path'" },
  token: {
    ...text,
    pattern: '^[/$]',
    description:
      'where the response of login has the token: a JSON Pointer, $response.header.NAME or $response.cookie.NAME',
  },
  body: { description: 'body of the login (default: a valid one with the known values)' },
  header: { ...text, description: 'header of the value, if the document does not declare the scheme' },
  prefix: { ...text, description: "what precedes the value, e.g. 'Token '" },
};

/** The JSON Schema (draft 2020-12) of `auth` in the configuration. */
export const AUTH_SCHEMA = {
  description: 'credentials by the name of their security scheme in the document',
  type: 'object',
  additionalProperties: { anyOf: [text, { type: 'object', additionalProperties: false, properties }] },
};
