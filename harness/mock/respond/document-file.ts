import { stringifyJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { stringifyYaml } from '../../openapi/source/stringify-yaml.ts';
import type { MockResponse } from '../types.ts';

const WRITERS: ReadonlyMap<string, { readonly type: string; readonly write: (root: JsonValue) => string }> = new Map([
  ['/openapi.json', { type: 'application/json', write: stringifyJson }],
  ['/openapi.yaml', { type: 'application/yaml', write: stringifyYaml }],
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
