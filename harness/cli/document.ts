import { UsageError } from '../core/errors.ts';
import { saveFirst } from '../core/util/utf8.ts';
import type { Contract } from '../openapi/contract.ts';
import { DOCUMENT_NAMES, findDocument } from '../openapi/find-document.ts';
import { loadContract } from '../openapi/load.ts';
import { withConfigFile } from './config-file.ts';
import type { OptionTable, ParsedOptions } from './options/options.ts';

const URL_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** `user:password@host`: a target whose scheme is missing. */
const USERINFO = /^(\/\/)?[^/]*:[^/]*@/;
const DOCUMENT_URL = /\.(ya?ml|json)$/i;
const HOST_AND_PORT = /^[\w.-]+:\d+(\/.*)?$/;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolves the options of a command that reads a document: the command line, then the config file.
 * @param names options of `table` that the command takes from the config file; default: all
 * @throws {UsageError} for an argument that is neither document nor target
 */
export function resolveArguments(
  args: ParsedOptions,
  table: OptionTable,
  env: Environment,
  names?: readonly string[],
): ParsedOptions {
  return withConfigFile(assignArguments(args, table), table, env, names);
}

/**
 * Loads the document of the resolved options to read it; it may have no operations.
 * @throws {UsageError} if there is none
 */
export function loadDocument(args: ParsedOptions, command: string): Contract {
  const options = { allowRefs: args.strings('allow-refs'), allowNoOperations: true };
  return loadContract(documentOf(args, command), args.strings('overlay') ?? [], options);
}

/**
 * Returns the document of the resolved options, else that of the working folder.
 * @throws {UsageError} if there is none
 */
export function documentOf(args: ParsedOptions, command: string): string {
  const spec = args.string('spec') ?? findDocument();
  if (spec !== undefined) return spec;
  throw new UsageError(
    `No OpenAPI document found: pass a file (contract ${command} FILE), --spec FILE, or set spec in contract.yaml. ` +
      `Looked for ${DOCUMENT_NAMES.join(', ')}.`,
  );
}

/** Turns the arguments into the options that they stand for: a URL is the target, anything else the document. */
function assignArguments(args: ParsedOptions, table: OptionTable): ParsedOptions {
  const takesTarget = Object.hasOwn(table, 'target');
  let assigned = args;
  for (const argument of args.positionals) {
    const isUrl = URL_SCHEME.test(argument) || USERINFO.test(argument);
    const shown = argument.replace(/^([^/]*\/\/)?[^/]*@/, '$1***@');
    const name = isUrl ? 'target' : 'spec';
    if (isUrl && !takesTarget) throw new UsageError(`the document ${saveFirst(argument)}`);
    if (isUrl && DOCUMENT_URL.test(argument))
      throw new UsageError(
        `${shown} would be the target. The document must be a file; if this is the target, pass it with --target`,
      );
    if (!isUrl && HOST_AND_PORT.test(argument))
      throw new UsageError(`unexpected ${shown}. Did you mean http://${shown}?`);
    if (table[name]?.multiple) {
      assigned = assigned.add(name, argument);
      continue;
    }
    if (args.string(name) !== undefined)
      throw new UsageError(`--${name} is given twice: ${shown} is the ${isUrl ? 'target' : 'document'} too`);
    if (assigned.string(name) !== undefined)
      throw new UsageError(`unexpected ${shown}: ${assigned.string(name)} is the ${isUrl ? 'target' : 'document'}`);
    assigned = assigned.with(name, argument);
  }
  return assigned;
}
