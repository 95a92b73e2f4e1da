import { stringify } from 'yaml';
import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { MockResponse } from '../types.ts';

const WRITERS: ReadonlyMap<string, { readonly type: string; readonly write: (root: JsonValue) => string }> = new Map([
  ['/openapi.json', { type: 'application/json', write: stringifyJson }],
  ['/openapi.yaml', { type: 'application/yaml', write: toYaml }],
]);

/** Serves the document itself, with all its files in one, at `/openapi.json` and `/openapi.yaml`. */
export class DocumentFile {
  private readonly contract: Contract;
  private readonly texts = new Map<string, MockResponse>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** @returns undefined for any other path */
  respond(path: string): MockResponse | undefined {
    const known = this.texts.get(path);
    const writer = WRITERS.get(path);
    if (known || !writer) return known;
    const body = Buffer.from(writer.write(this.contract.document.root));
    const response: MockResponse = { status: 200, headers: [['content-type', writer.type]], body };
    this.texts.set(path, response);
    return response;
  }
}

/** Marks a number in a string; a noncharacter, which no document has. */
const NUMBER_MARKER = '\uFDD0';

/** The library writes doubles only: other numbers are marked strings until they are text. */
function toYaml(root: JsonValue): string {
  const text = stringify(withMarkedNumbers(root), { aliasDuplicateObjects: false, lineWidth: 0 });
  return text.replace(new RegExp(`"?(?:${NUMBER_MARKER}|\\\\uFDD0)(-?[0-9.eE+-]+)"?`, 'gi'), '$1');
}

function withMarkedNumbers(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return NUMBER_MARKER + value.text;
  if (Array.isArray(value)) return value.map(withMarkedNumbers);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, each] of Object.entries(value)) setProperty(copy, name, withMarkedNumbers(each));
  return copy;
}
