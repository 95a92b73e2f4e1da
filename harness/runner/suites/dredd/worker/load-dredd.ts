/**
 * Loads Dredd 14.1.0 and describes the part of it that is used here; it has no types of its own.
 * Loading it changes the process (listeners, loggers), so this is for a thread of its own.
 */
import type { EventEmitter } from 'node:events';
import type { Agent } from 'node:http';
import { createRequire, Module } from 'node:module';
import type { DreddHeader, DreddStats } from './messages.ts';
import { loadPatchedGavel } from './patch-gavel.ts';

/** An answer as Dredd hands it on; `body` is absent when empty. */
export interface RealResponse {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body?: string;
  bodyEncoding?: 'utf-8' | 'base64';
}

/** A transaction as its hooks get it. */
export interface HookTransaction {
  expected: { statusCode?: string; headers: Record<string, string>; bodySchema?: unknown };
  real: RealResponse;
}

/** What gavel did not expect, with what it is made to tell of a body that does not fit its schema. */
export interface GavelError {
  message: string;
  keyword?: string;
  path?: string;
  place?: string;
  member?: string;
}

/** By part of the answer: `statusCode`, `headers`, `body`. */
export type GavelFields = Readonly<Record<string, { readonly errors: readonly GavelError[] }>>;

/** A test as its events carry it; `origin` is passed on from the compiled transaction. */
export interface DreddTest {
  origin: { index: number };
  message: string;
  results?: { fields: GavelFields };
}

/** What Dredd's parser and compiler would make of one response in an API description. */
export interface CompiledTransaction {
  name: string;
  origin: { index: number };
  request: { method: string; uri: string; headers: readonly DreddHeader[]; body: string };
  response: { status: string; headers: readonly DreddHeader[]; schema: unknown };
}

interface CompiledDescription {
  location: string;
  mediaType: string;
  annotations: [];
  transactions: CompiledTransaction[];
}

export interface DreddHooks {
  /** A hook of two arguments has to call the second. */
  beforeEach(hook: (transaction: HookTransaction, done: () => void) => void): void;
  /** A hook of one argument is called synchronously, once the answer is there and before it is compared. */
  beforeEachValidation(hook: (transaction: HookTransaction) => void): void;
}

type Callback<Rest extends unknown[]> = (error: Error | null | undefined, ...rest: Rest) => void;

export interface DreddInstance {
  /** `http` are options of the `request` library, read anew for each transaction. */
  configuration: { http: { agent: Agent } };
  prepareAPIdescriptions: (callback: Callback<[CompiledDescription[]]>) => void;
  transactionRunner: {
    executeAllTransactions(transactions: unknown, hooks: DreddHooks, callback: Callback<[]>): void;
  };
  run(callback: Callback<[DreddStats]>): void;
}

export type DreddConstructor = new (configuration: {
  endpoint: string;
  emitter: EventEmitter;
  header: string[];
  loglevel: 'silent';
}) => DreddInstance;

/** A logger of winston 2. */
interface Logger {
  transports: { console: { silent: boolean } };
}

interface Gavel {
  validate(expected: unknown, actual: unknown): unknown;
}

/**
 * Loads Dredd without its API-description parsers, which take two thirds of its loading time (350 against 130 ms), are never called
 * here, and end the process on any unhandled rejection of its; nor with what signs requests, which nothing here does and which takes a
 * sixth of the rest.
 */
export function loadDredd(): DreddConstructor {
  const requireHere = createRequire(import.meta.url);
  const requireInDredd = createRequire(requireHere.resolve('dredd'));
  leaveOut(requireInDredd, ['dredd-transactions/parse', 'dredd-transactions/compile']);
  leaveOut(createRequire(requireInDredd.resolve('request')), ['http-signature']);
  loadPatchedGavel(requireInDredd.resolve('gavel'), requireInDredd.cache);
  const Dredd: DreddConstructor = requireHere('dredd');
  // Dredd always attaches a reporter that prints, which `loglevel` does not reach; its output would pile up in a stream that is never read.
  const reporterOutput: { default: Logger } = requireInDredd('./reporters/reporterOutputLogger');
  reporterOutput.default.transports.console.silent = true;
  rehearse(requireInDredd('gavel'));
  return Dredd;
}

/** Puts an empty module in the place of each. */
function leaveOut(require: NodeJS.Require, names: readonly string[]): void {
  for (const path of names.map((name) => require.resolve(name)))
    require.cache[path] = Object.assign(new Module(path), { loaded: true });
}

/** The first comparison takes 30 ms, later ones 3: so it is made while there is nothing else to do. */
function rehearse(gavel: Gavel): void {
  const headers = { 'content-type': 'application/json' };
  const bodySchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
  gavel.validate({ statusCode: '200', headers, bodySchema }, { statusCode: '200', headers, body: '{}' });
}
