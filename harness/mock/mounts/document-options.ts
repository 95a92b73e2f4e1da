import { InputError, UsageError, unknownName } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { Contract } from '../../openapi/contract.ts';
import { requireDocument } from '../../openapi/find-document.ts';
import { type LoadOptions, loadContract } from '../../openapi/load.ts';
import type { ResourceCorrections } from '../../openapi/resources/corrections/corrections.ts';
import { sourceLocation } from '../../openapi/source/origins.ts';
import type { Handlers } from '../control/check-handlers.ts';
import type { DocumentOptions } from '../document-mock-options.ts';
import type { ProxyOptions } from '../proxy/proxy-options.ts';
import type { SeedData } from '../types.ts';
import { readSeedFile } from '../world/seed/seed-data.ts';
import { basePathsOf, readBasePath, SERVERS } from './base-paths.ts';
import { type Backends, ownBackend, withBackends } from './document-backends.ts';

/** One document of a mock. */
export interface MockDocumentOptions {
  /** A loaded contract; overrides `spec`. */
  readonly contract?: Contract;
  /** Path of the document, or the document itself, parsed. */
  readonly spec?: string | object;
  readonly overlays?: readonly string[];
  /** Corrections of the resource types that are inferred from the document. */
  readonly resources?: ResourceCorrections;
  /** The first records by resource type, or a JSON or YAML file of them; else those of the document's examples. */
  readonly seedData?: SeedData | string;
  /** Responses and handlers by operationId, in effect from the start and after `reset`. */
  readonly handlers?: Handlers;
  /** A real backend that operations are sent to: its base URL, or that with which operations those are. */
  readonly proxy?: string | ProxyOptions;
}

/** One of several documents. */
export interface MountOptions extends MockDocumentOptions {
  /** The path below which it is served; default: the paths of its `servers`. */
  readonly path?: string;
}

/** Several documents: a list, or a map from the paths below which they are served. */
export type MockSpecs =
  | readonly (string | MountOptions)[]
  | Readonly<Record<string, string | object | MockDocumentOptions>>;

interface AllOptions extends Omit<MockDocumentOptions, 'proxy'>, LoadOptions {
  readonly specs?: MockSpecs | undefined;
  readonly proxy?: Backends | undefined;
}

/** Options that are of one document. */
const OF_ONE_DOCUMENT = ['contract', 'spec', 'overlays', 'resources'] as const;
const MOUNT_OPTIONS = new Set<string>([
  ...OF_ONE_DOCUMENT,
  'seedData',
  'path',
  'handlers',
  'proxy',
] satisfies (keyof MountOptions)[]);

/**
 * Reads which documents a mock serves, and where.
 * @throws {InputError} for an unusable document
 * @throws {UsageError} for options that do not go together
 */
export function readDocumentOptions(options: AllOptions): DocumentOptions[] {
  const { specs, proxy } = options;
  const documents = listDocuments(options, specs);
  return proxy === undefined ? documents : withBackends(documents, proxy);
}

function listDocuments(options: AllOptions, specs: MockSpecs | undefined): DocumentOptions[] {
  if (Array.isArray(options.spec)) throw new UsageError('spec takes one document; specs takes several');
  if (specs === undefined) {
    const { handlers: _all, proxy: _behind, ...only } = options;
    return [readDocument(only, options)];
  }
  for (const name of OF_ONE_DOCUMENT)
    if (options[name] !== undefined)
      throw new UsageError(`${name} is of one document: set it in specs, e.g. { specs: { '/a': { spec, ${name} } } }`);
  const mounts = listMounts(specs);
  const seeds = readSeeds(options.seedData);
  return withSeeds(
    mounts.map((mount) => readMount(mount, options)),
    seeds,
  );
}

function listMounts(specs: MockSpecs): MountOptions[] {
  const mounts = isList(specs)
    ? specs.map((each) => (typeof each === 'string' ? { spec: each } : each))
    : Object.entries(specs).map(([path, each]) => ({ ...toOptions(each), path }));
  if (mounts.length === 0) throw new UsageError('specs names no document');
  for (const mount of mounts)
    for (const name of Object.keys(mount))
      if (!MOUNT_OPTIONS.has(name))
        throw new UsageError(`Unknown option ${name} of a document in specs. Known: ${[...MOUNT_OPTIONS].join(', ')}`);
  return mounts;
}

function isList(specs: MockSpecs): specs is readonly (string | MountOptions)[] {
  return Array.isArray(specs);
}

function toOptions(each: string | object | MockDocumentOptions): MockDocumentOptions {
  if (typeof each === 'string') return { spec: each };
  return 'openapi' in each ? { spec: each } : each;
}

function readMount({ path, proxy, handlers, ...mount }: MountOptions, load: LoadOptions): DocumentOptions {
  if (mount.contract === undefined && mount.spec === undefined)
    throw new UsageError(`specs: the document${path === undefined ? '' : ` at ${path}`} has no spec`);
  const own = readDocument(mount, load);
  const backend = proxy === undefined ? undefined : ownBackend(proxy);
  return { ...own, handlers, proxy: backend, basePath: path === undefined ? SERVERS : readBasePath(path) };
}

function readDocument({ seedData, resources, ...options }: MockDocumentOptions, load: LoadOptions): DocumentOptions {
  return { contract: contractOf(options, load), resources, seedData: readSeeds(seedData) };
}

function readSeeds(seedData: SeedData | string | undefined): SeedData | undefined {
  return typeof seedData === 'string' ? readSeedFile(seedData) : seedData;
}

/** The first records of several documents are by path, then by type. */
function withSeeds(documents: readonly DocumentOptions[], seeds: SeedData | undefined): DocumentOptions[] {
  const pathsOf = ({ contract, basePath }: DocumentOptions) =>
    basePathsOf(contract, basePath).map((path) => path || '/');
  for (const [path, records] of Object.entries(seeds ?? {})) {
    const known = documents.flatMap(pathsOf);
    const location = seeds && sourceLocation(seeds, path);
    if (!known.includes(path))
      throw unknownName(
        `seed data of several documents are by path, then by type; there is no ${path}`,
        path,
        known,
        location,
      );
    if (!isObject(records))
      throw new InputError(`${path} must be a map from resource types to arrays of records`, location);
  }
  return documents.map((document) => {
    const own = pathsOf(document).flatMap((path) => (seeds && Object.hasOwn(seeds, path) ? [seeds[path]] : []))[0];
    return isObject(own) ? { ...document, seedData: own } : document;
  });
}

function contractOf({ contract, spec, overlays }: MockDocumentOptions, load: LoadOptions): Contract {
  if (contract) return contract;
  return loadContract(spec ?? requireDocument(), overlays, { ...load, allowWebhooksOnly: true });
}
