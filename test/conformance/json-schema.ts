import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isObject, parseJson, stringifyJson } from '../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../harness/core/model.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import type { Departure, Score } from './score.ts';

/** A file of the JSON Schema Test Suite has a list of these. */
interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/** Where the suite says that its `remotes` are. */
const REMOTES = 'http://localhost:1234/';

/** Runs the required tests of a draft, each schema in a document of this OpenAPI version. */
export function scoreJsonSchema(suite: string, draft: string, openapi: string): Score {
  const remotes = readRemotes(suite, draft);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const departures: Departure[] = [];
  let total = 0;
  for (const file of readdirSync(join(suite, 'tests', draft)).filter((name) => name.endsWith('.json')))
    for (const group of parseJson(readFileSync(join(suite, 'tests', draft, file), 'utf8')) as unknown as Group[]) {
      const validate = validateBy(folder, group.schema, remotes, openapi);
      for (const { description, data, valid } of group.tests) {
        total++;
        const problem = validate(data, valid);
        if (problem !== undefined) departures.push({ name: `${file}: ${group.description}: ${description}`, problem });
      }
    }
  rmSync(folder, { recursive: true });
  return { total, departures };
}

type Validate = (data: JsonValue, valid: boolean) => string | undefined;

/** Loads a document that has the schema beside those that it refers to, as resources of their own. */
function validateBy(folder: string, schema: JsonValue, remotes: readonly Remote[], openapi: string): Validate {
  const own = isObject(schema) ? { $id: 'https://example.org/schema', ...withoutDialect(schema) } : schema;
  const isOld = openapi.startsWith('3.0');
  const others = neededBy(stringifyJson(schema), remotes).map(({ url, schema: remote }, index) => {
    return [`Remote${index}`, { $id: url, ...withoutDialect(remote) }] as const;
  });
  const document = {
    openapi,
    info: { title: 'Conformance', version: '1' },
    paths: { '/': { get: { responses: { 200: { description: 'ok' } } } } },
    components: { schemas: { S: own, ...Object.fromEntries(others) } },
  };
  const file = join(folder, 'spec.json');
  const text = stringifyJson(document);
  // Up to 3.0 a schema has no `$id`: a reference starts at the root of the document.
  writeFileSync(file, isOld ? text.replaceAll('"$ref":"#', '"$ref":"#/components/schemas/S') : text);
  try {
    const { schemas } = loadContract(file);
    return (data, valid) => {
      const accepted = schemas.accepts('#/components/schemas/S', data, 'response');
      return accepted === valid ? undefined : accepted ? 'accepted' : 'rejected';
    };
  } catch (error) {
    const problem = `not loaded: ${(error as Error).message.replaceAll(/\S*spec\.json:\d+:\d+: /g, '')}`;
    return () => problem;
  }
}

/** An OpenAPI document names its dialect for all of its schemas. */
function withoutDialect({ $schema, ...schema }: JsonObject): JsonObject {
  return schema;
}

interface Remote {
  readonly url: string;
  /** What a schema that refers to it has in its text. */
  readonly names: readonly string[];
  readonly schema: JsonObject;
  readonly text: string;
}

function readRemotes(suite: string, draft: string): Remote[] {
  const root = join(suite, 'remotes');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = files.flatMap((name) => {
    const isOther = /^(draft|v1)/.test(name) && !name.startsWith(`${draft}/`);
    if (!name.endsWith('.json') || isOther) return [];
    const text = readFileSync(join(root, name), 'utf8');
    const schema = parseJson(text);
    if (!isObject(schema)) return [];
    const url = `${REMOTES}${name}`;
    return [{ url, schema, text, names: [url, String(schema['$id'] ?? url)].map((each) => basename(each)) }];
  });
  return draft === 'draft2020-12' ? [...own, ...metaschemas()] : own;
}

/** The metaschemas of 2020-12, as Ajv has them. */
function metaschemas(): Remote[] {
  const root = join('node_modules/ajv/dist/refs/json-schema-2020-12');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const schema = parseJson(text);
    const url = isObject(schema) ? String(schema['$id']) : '';
    // They name each other relatively, as `meta/core`.
    return isObject(schema) ? [{ url, schema, text, names: [url, url.split('/').slice(-2).join('/')] }] : [];
  });
}

/** Returns the remotes that are named in the text, and those that they name in turn. */
function neededBy(text: string, remotes: readonly Remote[]): Remote[] {
  const found = new Set<Remote>();
  const add = (holder: string) => {
    for (const remote of remotes) {
      if (found.has(remote) || !remote.names.some((name) => holder.includes(name))) continue;
      found.add(remote);
      add(remote.text);
    }
  };
  add(text);
  return [...found];
}
