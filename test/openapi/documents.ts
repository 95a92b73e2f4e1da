import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { InputError } from '../../harness/core/errors.ts';
import { isObject, parseJson } from '../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../harness/core/model.ts';
import { Contract } from '../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../harness/openapi/document.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { parseSource } from '../../harness/openapi/source/yaml-source.ts';

/** Writes files into a folder of their own, removed when the test ends; gives the folder. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = write(files);
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Loads `spec.yaml` among the files, with the overlays named. */
export function load(files: Readonly<Record<string, string>>, ...overlays: string[]): Contract {
  const path = write(files);
  const inside = (name: string) => join(path, name);
  try {
    return loadContract(inside('spec.yaml'), overlays.map(inside));
  } finally {
    rmSync(path, { recursive: true });
  }
}

export function write(files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = mkdtempSync(join(tmpdir(), 'contract-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** The message that `act` is rejected with, without the folder of its files. */
export function thrownMessage(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message.replaceAll(/\S*\/contract-\w+\//g, '');
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** YAML or JSON text as a document's object. */
export function object(text: string): JsonObject {
  const { root } = parseSource(Buffer.from(text), 'spec.yaml');
  if (!isObject(root)) throw new Error('not an object');
  return root;
}

/** A document with these `components.schemas`, as JSON text. */
export function schemas(text: string, version = '3.1.0'): Contract {
  const root = { openapi: version, paths: {}, components: { schemas: parseJson(text) } } satisfies JsonValue;
  return new Contract(new OpenApiDocument('spec.json', root));
}

/** A document whose one operation is `get /`, with `rest` (YAML, unindented) beside `paths`. */
export function document(rest = '', version = '3.0.3'): string {
  return `openapi: ${version}
info: { title: A, version: '1' }
paths:
  /:
    get:
      responses:
        '200': { description: ok }
${rest}`;
}
