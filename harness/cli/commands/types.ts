import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError, UsageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json/index.ts';
import { writeFileAtomically } from '../../core/util/write-file.ts';
import { documentFiles } from '../../openapi/bundle/document-files.ts';
import { MAIN_FILE, splitBundle } from '../../openapi/bundle/split-bundle.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { escapeCode, oneLine } from '../../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { loadDocument, resolveArguments } from '../document.ts';
import { loadTypesGenerator, type TypesGenerator } from '../modules/types-generator.ts';
import { documentOptions } from '../options/document-options.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { SUMMARIES } from './summaries.ts';

const options: OptionTable = {
  ...documentOptions,
  out: {
    type: 'string',
    value: 'FILE',
    help: 'file to write (default: print the types)',
    path: true,
    once: true,
    setting: false,
  },
  generator: {
    type: 'string',
    value: 'DIR',
    help: 'folder in which openapi-typescript is installed (default: the working folder)',
    path: true,
    once: true,
    setting: false,
  },
};

/** `contract types` */
export const types: Command = {
  name: 'types',
  summary: SUMMARIES.types,
  options,
  usage: ['contract types [FILE] [OPTIONS]', 'contract types openapi.yaml --out api.d.ts'],
  run: async (unresolved: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const args = resolveArguments(unresolved, options, terminal.env, Object.keys(documentOptions));
    const { document } = loadDocument(args, 'types');
    const generator = loadTypesGenerator(args.string('generator') ?? '.');
    const out = args.string('out');
    if (out !== undefined && documentFiles(document).some((file) => resolve(file) === resolve(out)))
      throw new UsageError(`--out ${out} is a file of the document. Choose another name.`);
    const text = await generate(generator, document);
    if (out === undefined) terminal.out(escapeCode(text));
    else {
      writeFileAtomically(out, text);
      terminal.out(`${oneLine(out)} holds the types of ${oneLine(document.file)}\n`);
    }
    return 0;
  },
};

/** A property with a default is optional, as the document has it: a client may leave it out. */
const OPTIONS = { silent: true, defaultNonNullable: false } as const;

/** Generates the types of the loaded document, with its overlays. The generator bundles files, and names them as its users know. */
async function generate(generator: TypesGenerator, document: OpenApiDocument): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-types-'));
  try {
    for (const { path, root } of splitBundle(document)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), stringifyJson(root));
    }
    const nodes = await generator.default(pathToFileURL(join(folder, MAIN_FILE)), OPTIONS);
    return generator.COMMENT_HEADER + generator.astToString(nodes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`openapi-typescript cannot read ${document.file}: ${reason}. contract lint may say why.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
