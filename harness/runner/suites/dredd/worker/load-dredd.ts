/**
 * Loads Dredd 14.1.0 and declares the types of the parts that are used here: it has none of its own. Loading it changes the
 * process (listeners, loggers), so it runs in a separate thread.
 */
import type { EventEmitter } from 'node:events';
import type { Agent } from 'node:http';
import { createRequire } from 'node:module';
import type { DreddHeader, DreddStats } from './messages.ts';

/** A response as Dredd passes it on; `body` is absent if empty. */
export interface RealResponse {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body?: string;
  bodyEncoding?: 'utf-8' | 'base64';
}

/** A transaction as passed to hooks. */
export interface HookTransaction {
  expected: { statusCode?: string; headers: Record<string, string>; bodySchema?: unknown };
  real: RealResponse;
}

/** An error of gavel, with the violated keyword that the build adds (vendor/gavel-patches.ts). */
export interface GavelError {
  message: string;
  keyword?: string;
  path?: string;
  place?: string;
  member?: string;
}

/** By part of the response: `statusCode`, `headers`, `body`. */
export type GavelFields = Readonly<Record<string, { readonly errors: readonly GavelError[] }>>;

/** A test as passed to events; `origin` comes from the compiled transaction. */
export interface DreddTest {
  origin: { index: number };
  message: string;
  results?: { fields: GavelFields };
}

/** What Dredd would compile from one response of an API description. */
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
  /** A hook with two arguments must call the second. */
  beforeEach(hook: (transaction: HookTransaction, done: () => void) => void): void;
  /** Called synchronously when the response is complete, before it is compared. */
  beforeEachValidation(hook: (transaction: HookTransaction) => void): void;
}

type Callback<Rest extends unknown[]> = (error: Error | null | undefined, ...rest: Rest) => void;

export interface DreddInstance {
  /** `http` has options of the `request` library, read for each transaction. */
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

interface Gavel {
  validate(expected: unknown, actual: unknown): unknown;
}

/** What vendor/dredd.ts exports. */
interface DreddPackages {
  readonly Dredd: DreddConstructor;
  readonly gavel: Gavel;
}

/** Loads Dredd, whose loggers the build replaces by silent ones: whatever `loglevel`, it prints a report. */
export function loadDredd(): DreddConstructor {
  const { Dredd, gavel } = createRequire(import.meta.url)('#vendor/dredd') as DreddPackages;
  warmUp(gavel);
  return Dredd;
}

/** Makes the first comparison early: it takes 30 ms, later ones 3. */
function warmUp(gavel: Gavel): void {
  const headers = { 'content-type': 'application/json' };
  const bodySchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
  gavel.validate({ statusCode: '200', headers, bodySchema }, { statusCode: '200', headers, body: '{}' });
}
