import { formatLocation, InputError } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject } from '../core/model.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { readUtf8Bytes, readUtf8File } from '../core/util/utf8.ts';
import { BUNDLE, bundleDocument, type UnresolvedReference } from './bundle/bundle.ts';
import { Contract } from './contract.ts';
import { OpenApiDocument } from './document.ts';
import { applyOverlay } from './overlay.ts';
import { RecentContracts } from './recent-contracts.ts';
import { assertSizeLimits } from './size-limits.ts';
import { sourceLocation } from './source/origins.ts';
import { shortestPath } from './source/shortest-path.ts';
import { parseSource } from './source/yaml-source.ts';

export interface LoadOptions {
  /** Folders that a `$ref` may lead to, besides the repository of the document (or its folder, if there is none). */
  readonly allowRefs?: readonly string[] | undefined;
  /** Whether the document may have no operations: it can be linted, but neither served nor tested. */
  readonly allowNoOperations?: boolean | undefined;
  /** Whether the document may have webhooks and no operations: the mock sends them. */
  readonly allowWebhooksOnly?: boolean | undefined;
}

/** The name of a document that is no file, in messages. */
const PARSED_DOCUMENT = '<document>';

/**
 * Loads an OpenAPI 3 document from YAML or JSON, applies overlays in order and bundles the files it refers to.
 * @param spec the path of the document, or the document itself, parsed
 * @throws {InputError} with file, line and column; of a parsed document the line in its text as indented JSON
 */
export function loadContract(
  spec: string | object,
  overlays: readonly string[] = [],
  options: LoadOptions = {},
): Contract {
  return load(spec, overlays, options, undefined);
}

/**
 * As {@link loadContract}, for those who lint: references to schemas that are not there are errors of the operations
 * that have them.
 */
export function loadContractToLint(
  spec: string | object,
  overlays: readonly string[] = [],
  options: LoadOptions = {},
): Contract {
  return load(spec, overlays, options, []);
}

const recent = new RecentContracts();

function load(
  spec: string | object,
  overlays: readonly string[],
  { allowRefs = [], allowNoOperations = false, allowWebhooksOnly = false }: LoadOptions,
  unresolved: UnresolvedReference[] | undefined,
): Contract {
  const source = readSource(spec);
  const { file, utf8 } = source;
  const known = overlays.length === 0 ? recent.find(file, utf8) : undefined;
  const contract = known ?? readContract(source, overlays, allowRefs, unresolved);
  if (!known && overlays.length === 0 && followsFromText(contract)) recent.add(file, utf8, contract);
  if (allowNoOperations) return contract;
  requireOperations(contract, allowWebhooksOnly);
  for (const { message, location } of contract.document.unusedActions)
    process.emitWarning(`${formatLocation(location)}: ${message}`);
  return contract;
}

/** What a document is read from. */
interface SpecSource {
  readonly file: string;
  readonly utf8: Buffer;
  /** Present if it is no file. */
  readonly text?: string;
}

function readSource(spec: string | object): SpecSource {
  if (typeof spec === 'string') {
    const file = shortestPath(spec);
    return { file, utf8: readUtf8Bytes(file, 'spec') };
  }
  const text = JSON.stringify(spec, undefined, 2);
  return { file: PARSED_DOCUMENT, utf8: Buffer.from(text), text };
}

function readContract(
  { file, utf8, text }: SpecSource,
  overlays: readonly string[],
  allowRefs: readonly string[],
  unresolved: UnresolvedReference[] | undefined,
): Contract {
  const { root } = parseSource(utf8, file);
  if (!isObject(root)) throw new InputError(`${file} is not an OpenAPI document: its root is not an object`);
  requireVersion(root, file, text);
  const unusedActions = overlays.flatMap((overlay) => applyOverlay(root, shortestPath(overlay)));
  const scopes = bundleDocument(root, file, allowRefs, unresolved);
  const document = new OpenApiDocument(file, root, { scopes, unusedActions, unresolved, text });
  assertSizeLimits(document);
  return new Contract(document);
}

/** Whether no other file has a part of the document, and nothing is missing that would be an error for others. */
function followsFromText({ document: { root, unresolved } }: Contract): boolean {
  return root[BUNDLE] === undefined && unresolved.length === 0;
}

/** The converter knows no merge keys of YAML, nor do newer versions of js-yaml: a document that has some is made JSON first. */
function conversionCommand(file: string, text = readUtf8File(file, 'spec')): string {
  const convert = (from: string) => `npx swagger2openapi ${from} --patch --yaml --outfile openapi.yaml`;
  return /^\s*<<:/m.test(text) ? `npx js-yaml@4 ${file} > swagger.json && ${convert('swagger.json')}` : convert(file);
}

function requireVersion(root: JsonObject, file: string, text: string | undefined): void {
  const version = root['openapi'];
  if (version !== undefined && /^3\.[0-2](\.\d+)?(-.+)?$/.test(String(version))) return;
  if (root['swagger'] !== undefined)
    throw new InputError(
      `this is a Swagger ${root['swagger']} document; OpenAPI 3 is required. ` +
        `Convert it: ${conversionCommand(file, text)}`,
      sourceLocation(root, 'swagger'),
    );
  if (version !== undefined)
    throw new InputError(
      `unsupported version \`openapi: ${version}\`; supported: 3.0, 3.1 and 3.2`,
      sourceLocation(root, 'openapi'),
    );
  const top = sourceLocation(root) ?? { file, line: 1, column: 1 };
  throw new InputError('not an OpenAPI document: add `openapi: 3.0.3` (or 3.1, 3.2) at the top', top);
}

function requireOperations({ operations, document: { root, file } }: Contract, allowWebhooksOnly: boolean): void {
  if (operations.length > 0) return;
  const webhooks = isObject(root['webhooks']) ? Object.keys(root['webhooks']).length : 0;
  if (webhooks > 0 && allowWebhooksOnly) return;
  const others = webhooks === 0 ? '' : `; \`contract mock\` sends its ${pluralize(webhooks, 'webhook')}`;
  throw new InputError(
    `the document has no operations below \`paths\`${others}`,
    sourceLocation(root, 'paths') ?? { file, line: 1, column: 1 },
  );
}
