import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { InputError, UsageError, unknownName } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import type { DocumentFileOptions, WatchModeConfig } from '../mock/watch-mode.ts';
import { DOCUMENT_NAMES } from '../openapi/find-document.ts';
import { readCorrections } from '../openapi/resources/corrections/corrections.ts';
import { sourceLocation } from '../openapi/source/origins.ts';
import { documentOf } from './document.ts';
import { documentOptions } from './options/document-options.ts';
import type { OptionTable, ParsedOptions } from './options/options.ts';

/** Options of a command that takes several documents. */
export const mountedDocumentOptions: OptionTable = {
  ...documentOptions,
  spec: {
    ...documentOptions['spec'],
    type: 'string',
    multiple: true,
    once: false,
    value: 'FILE[=PATH]',
    help: `OpenAPI 3 document; also as an argument. Several are served below PATH, or the paths of their servers; repeatable (default: ${DOCUMENT_NAMES.join(', ')})`,
  },
  overlay: {
    ...documentOptions['overlay'],
    type: 'string',
    value: 'FILE[=PATH]',
    help: 'OpenAPI Overlay to apply, of several documents to that at PATH; repeatable',
  },
};

/** A file with the path below which it is served. */
interface FileAt {
  readonly file: string;
  readonly path: string | undefined;
}

const FIELDS = ['spec', 'overlay', 'resources', 'seed-data', 'proxy'];

/**
 * Reads which documents the mock serves: those of the command line, else `specs` or `spec` of the config file.
 * @throws {UsageError} for options that are of one document, if there are several
 */
export function readMockDocuments(args: ParsedOptions): WatchModeConfig['documents'] {
  const files = (args.strings('spec') ?? []).map(splitFile);
  const specs = args.section('specs');
  const isFromCommandLine = args.allOf('spec')?.some(({ from }) => from === '--spec') ?? false;
  if (specs && !isFromCommandLine) return readSection(specs);
  const [first, second] = files;
  const resources = readCorrections(args.section('resources') ?? {});
  const overlays = args.strings('overlay') ?? [];
  if (!first || (!second && first.path === undefined))
    return { spec: first?.file ?? documentOf(args, 'mock'), overlays, resources };
  if (args.section('resources'))
    throw new UsageError('resources of the config file are of one document: write them below specs in contract.yaml');
  return withOverlays(files, overlays.map(splitFile));
}

/** Splits `FILE=PATH`; a file may have such a name itself. */
function splitFile(text: string): FileAt {
  if (existsSync(text)) return { file: text, path: undefined };
  const [, mount, last] = /^(\/[^=]*)=(.+)$/s.exec(text) ?? [];
  if (mount !== undefined && last !== undefined && existsSync(last) && !existsSync(mount))
    throw new UsageError(`${text}: the file comes first: ${last}=${mount}`);
  const [, file, path] = /^(.+)=(\/.*)$/s.exec(text) ?? [];
  return { file: file ?? text, path };
}

function withOverlays(files: readonly FileAt[], overlays: readonly FileAt[]): DocumentFileOptions[] {
  for (const { file, path } of overlays) {
    if (files.some((each) => each.path === path)) continue;
    const paths = files.flatMap((each) => (each.path === undefined ? [] : [each.path]));
    throw new UsageError(
      `--overlay ${file}: say of which document it is, e.g. --overlay ${file}=${paths[0] ?? '/PATH'}`,
    );
  }
  return files.map(({ file, path }) => ({
    spec: file,
    overlays: overlays.filter((each) => each.path === path).map((each) => each.file),
    ...(path === undefined ? {} : { path }),
  }));
}

/** Reads `specs` of the config file: a file, or a map of settings, by path. */
function readSection(specs: JsonObject): DocumentFileOptions[] {
  return Object.keys(specs).map((path) => {
    const value = specs[path] ?? null;
    const location = sourceLocation(specs, path);
    const settings = isObject(value) ? new DocumentSettings(value, location) : undefined;
    const folder = dirname(location?.file ?? '');
    return { path, ...(settings?.read() ?? { spec: inFolder(folder, textOf('spec', value, location)), overlays: [] }) };
  });
}

/** The map of settings of one document. */
class DocumentSettings {
  private readonly settings: JsonObject;
  private readonly folder: string;

  /** @throws {InputError} for an unknown setting */
  constructor(settings: JsonObject, location: SourceLocation | undefined) {
    this.settings = settings;
    this.folder = dirname(location?.file ?? '');
    for (const name of Object.keys(settings))
      if (!FIELDS.includes(name))
        throw unknownName(`unknown setting ${name} in specs`, name, FIELDS, sourceLocation(settings, name));
  }

  read(): DocumentFileOptions {
    const { overlay = [], resources, proxy, 'seed-data': seedData } = this.settings;
    if (resources !== undefined && !isObject(resources))
      throw new InputError('specs: resources takes a map', sourceLocation(this.settings, 'resources'));
    return {
      spec: this.file('spec'),
      overlays: [overlay].flat().map((each) => this.file('overlay', each)),
      ...(resources === undefined ? {} : { resources: readCorrections(resources) }),
      ...(seedData === undefined ? {} : { seedData: this.file('seed-data') }),
      ...(proxy === undefined ? {} : { proxy: textOf('proxy', proxy, sourceLocation(this.settings, 'proxy')) }),
    };
  }

  private file(name: string, value: JsonValue | undefined = this.settings[name]): string {
    return inFolder(this.folder, textOf(name, value, sourceLocation(this.settings, name)));
  }
}

/** Files are relative to the config file. */
function inFolder(folder: string, file: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}

function textOf(name: string, value: JsonValue | undefined, location: SourceLocation | undefined): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new InputError(`specs: ${name} takes a string`, location);
}
