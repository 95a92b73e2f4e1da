import type { OptionTable, ParsedOptions } from './options.ts';

/** Where a command speaks to; the command line's is the process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly color: boolean;
  /** Columns of a terminal that one line can be rewritten on; undefined where output goes to a file or pipe. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `0` the contract is kept; `1` it is broken or unproven; `2` could not run. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Usage lines, and examples that work when pasted. */
  readonly usage: readonly string[];
  run(args: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode>;
}

/** Options that every command on a document has. */
export const documentOptions: OptionTable = {
  spec: { type: 'string', value: 'FILE', help: 'the OpenAPI 3 document (default: spec/openapi.yaml)', path: true },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'an OpenAPI Overlay to apply; repeatable',
    path: true,
  },
  'allow-refs': {
    type: 'string',
    multiple: true,
    value: 'DIR',
    help: 'let $ref read files below this folder outside of the repository; repeatable',
    setting: false,
  },
};
