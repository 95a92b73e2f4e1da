import type { OptionTable, ParsedOptions } from './options/options.ts';

/** The output of a command and its environment. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly color: boolean;
  /** Width of a terminal whose last line can be rewritten; undefined if the output is a file or a pipe. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Has the first signal end the command in order from now on. Until then a signal ends the process at once, also in the middle of work
   * that no event interrupts: nothing was started that would have to be ended.
   */
  handleSignals?(): void;
  /** Tunes a process that is the program's own for what it does from now on. */
  tune?(use: ProcessUse): void;
}

export type ProcessUse = 'reading' | 'short run' | 'long run' | 'starting server' | 'server';

/** `0` passed; `1` violations found or not verified; `2` not run. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Usage lines, and examples that work when pasted. */
  readonly usage: readonly string[];
  /** What one can do once it runs: lines after the options. */
  readonly hints?: readonly string[];
  run(args: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode>;
}
