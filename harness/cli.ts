#!/usr/bin/env node
import * as nodeModule from 'node:module';
import type { Terminal } from './cli/command.ts';
import { tuneV8 } from './cli/process/v8-flags.ts';
import { runProgram } from './cli/program.ts';

/** NO_COLOR (no-color.org) takes precedence over FORCE_COLOR, and that over the terminal. */
function usesColor(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR !== undefined ? FORCE_COLOR !== '0' : process.stdout.isTTY === true;
}

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  color: usesColor(),
  // A terminal without a size reports 0.
  columns: process.stdout.isTTY ? process.stdout.columns || 80 : undefined,
  env: process.env,
  handleSignals,
  tune: tuneV8,
};

const stopping = new AbortController();

/** The first signal aborts the command, the second exits immediately. */
function handleSignals(): void {
  for (const [name, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
    if (process.listenerCount(name) === 0)
      process.on(name, () => {
        if (stopping.signal.aborted) process.exit(code);
        stopping.abort();
      });
}

// The reader is gone or the disk is full: a result that cannot be printed must not look like success.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') terminal.err(`cannot write to standard output: ${message}\n`);
  process.exit(2);
});

// Node 22.1 and later cache the compiled code.
(nodeModule as { enableCompileCache?(): unknown }).enableCompileCache?.();

// A program that ends without a result has failed.
process.exitCode = 2;
void runProgram(process.argv.slice(2), terminal, stopping.signal).then((code) => {
  process.exitCode = code;
});
