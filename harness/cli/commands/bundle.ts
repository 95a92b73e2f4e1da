import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json/index.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { writeFileAtomically } from '../../core/util/write-file.ts';
import { documentFiles } from '../../openapi/bundle/document-files.ts';
import { stringifyYaml } from '../../openapi/source/stringify-yaml.ts';
import { oneLine } from '../../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { loadDocument, resolveArguments } from '../document.ts';
import { documentOptions } from '../options/document-options.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { SUMMARIES } from './summaries.ts';

const options: OptionTable = {
  ...documentOptions,
  out: {
    type: 'string',
    value: 'FILE',
    help: 'file to write, JSON if its name ends in .json, else YAML (default: print YAML)',
    path: true,
    once: true,
    setting: false,
  },
};

/** `contract bundle` */
export const bundle: Command = {
  name: 'bundle',
  summary: SUMMARIES.bundle,
  options,
  usage: ['contract bundle [FILE] [OPTIONS]', 'contract bundle openapi.yaml --out dist/openapi.yaml'],
  run: async (unresolved: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const args = resolveArguments(unresolved, options, terminal.env, Object.keys(documentOptions));
    const { document } = loadDocument(args, 'bundle');
    const out = args.string('out');
    if (out === undefined) {
      terminal.out(stringifyYaml(document.root));
      return 0;
    }
    const files = documentFiles(document);
    if ([...files, ...(args.strings('overlay') ?? [])].some((file) => resolve(file) === resolve(out)))
      throw new UsageError(`--out ${out} is a file of the document. Choose another name.`);
    writeFileAtomically(
      out,
      out.endsWith('.json') ? `${stringifyJson(document.root)}\n` : stringifyYaml(document.root),
    );
    terminal.out(`${oneLine(out)} holds ${pluralize(files.length, 'file')}\n`);
    return 0;
  },
};
