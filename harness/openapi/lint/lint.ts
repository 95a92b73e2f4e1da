import { InputError } from '../../core/errors.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue, SourceLocation } from '../../core/model.ts';
import { compareStrings } from '../../core/util/compare-strings.ts';
import { timeoutCount } from '../../core/util/deadline.ts';
import { deepDocumentError } from '../../core/util/stack-overflow.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { mappingPointer } from '../schema/discriminator.ts';
import { unknownTypeMessage } from '../schema/unknown-types.ts';
import { unreadParts } from '../unread.ts';
import { plainCopy } from './plain-copy.ts';
import { type RedoclyProblem, redoclyProblems } from './redocly.ts';
import { documentRules } from './rules.ts';

/** A problem of the document itself. */
export interface LintProblem {
  /** `error`: the document cannot be tested against; `warning`: probably a mistake, but it can. */
  readonly severity: 'error' | 'warning';
  /** Id of one of Redocly's rules, or of one in lint/rules.ts. */
  readonly rule: string;
  readonly message: string;
  readonly location: SourceLocation;
  /** JSON Pointer into the merged document, with `#`. */
  readonly pointer: string;
}

/**
 * Lints the document with its overlays applied and its files bundled: by Redocly's rules for the structure, and by our own rules
 * if Redocly has none or rounds numbers. Returns each problem once, in the order of files and lines.
 */
export async function lintContract(contract: Contract): Promise<LintProblem[]> {
  const unread = unreadParts(contract.document).map(({ description, ...part }): LintProblem => {
    return { severity: 'warning', rule: 'not-read', message: `${description}.`, ...part };
  });
  const found = await ruleProblems(contract);
  const named = new Set(found.map(({ pointer }) => pointer));
  const others = unread.filter(({ pointer }) => !named.has(pointer));
  return [...found, ...missingOperations(contract), ...others].sort(inDocumentOrder);
}

function missingOperations({ operations, document }: Contract): LintProblem[] {
  if (operations.length > 0) return [];
  const pointer = document.at('#/paths') === undefined ? '#' : '#/paths';
  const message = 'The document has no operations below `paths`: it can be neither served nor tested.';
  return [{ severity: 'warning', rule: 'no-operations', message, location: document.locate(pointer), pointer }];
}

/** Returns the errors of the document, in the order of files and lines: no operation that they affect can be verified. */
export async function lintErrors(contract: Contract): Promise<readonly LintProblem[]> {
  const last = contract.derived(createMemory);
  if (last.errors) return last.errors;
  const before = timeoutCount();
  const errors = (await ruleProblems(contract)).filter(({ severity }) => severity === 'error').sort(inDocumentOrder);
  if (timeoutCount() === before) last.errors = errors;
  return errors;
}

/** The errors that linting has found, unless it took too long. */
const createMemory = (): { errors?: readonly LintProblem[] } => ({});

async function ruleProblems(contract: Contract): Promise<LintProblem[]> {
  const { document } = contract;
  const found = await findProblems(contract);
  const problems = new Map<string, LintProblem>();
  for (const problem of found) {
    const pointer = pointerOf(problem);
    if (document.version !== '3.0' && isBooleanSchema(problem, document.at(pointer))) continue;
    if (isSchemaName(problem, pointer, document) || isTemplateName(problem, pointer, document)) continue;
    const severity = problem.severity === 'warn' || isUnknownField(problem) ? 'warning' : 'error';
    const message =
      typeMessage(problem, pointer, document) ??
      [mappingMessage(problem, pointer, document) ?? problem.message, ...suggestion(problem)].join(' ');
    problems.set(`${problem.ruleId} ${pointer} ${message}`, {
      severity,
      rule: problem.ruleId,
      message,
      location: document.locate(pointer),
      pointer,
    });
  }
  for (const { pointer, message, location = document.locate(pointer) } of document.unresolved)
    problems.set(pointer, { severity: 'error', rule: 'no-unresolved-refs', message, location, pointer });
  return [...problems.values()];
}

async function findProblems(contract: Contract): Promise<RedoclyProblem[]> {
  const { file, root } = contract.document;
  try {
    return await redoclyProblems(file, plainCopy(root), documentRules(contract));
  } catch (error) {
    throw deepDocumentError(error, contract.document.locate('#/paths'));
  }
}

/** An unknown field changes nothing that is read: it is misspelled, or of another version or vocabulary. */
function isUnknownField({ ruleId, message }: RedoclyProblem): boolean {
  return ruleId === 'struct' && message.endsWith('is not expected here.');
}

/** From 3.1 on `true` and `false` are schemas (JSON Schema core, section 4.3.2); Redocly accepts only some of them. */
function isBooleanSchema({ ruleId, message }: RedoclyProblem, value: JsonValue | undefined): boolean {
  return ruleId === 'struct' && typeof value === 'boolean' && message.startsWith('Expected type `Schema`');
}

/** A discriminator's `mapping` has references or schema names (OpenAPI 3.0.3, Discriminator Object); Redocly resolves both. */
function isSchemaName({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): boolean {
  if (ruleId !== 'no-unresolved-refs' || !isInMapping(pointer)) return false;
  const name = document.at(pointer);
  return typeof name === 'string' && document.at(mappingPointer(name)) !== undefined;
}

/** Redocly calls what leads nowhere a `$ref`. */
function mappingMessage({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): string | undefined {
  if (ruleId !== 'no-unresolved-refs' || !isInMapping(pointer)) return undefined;
  return `Discriminator mapping ${document.at(pointer)} names no schema of \`components\`.`;
}

/** Redocly lists the types, and does not quote the one that is there. */
function typeMessage({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): string | undefined {
  const isType = ruleId === 'struct' && /\/type(?:\/\d+)?$/.test(pointer);
  return isType && !pointer.includes('/securitySchemes/') ? unknownTypeMessage(document.at(pointer)) : undefined;
}

function isInMapping(pointer: string): boolean {
  return parsePointer(pointer).slice(-3, -1).join(' ') === 'discriminator mapping';
}

/** A template expression may have any name (OpenAPI 3.0.3, Path Templating); Redocly recognizes only some ASCII characters. */
function isTemplateName({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): boolean {
  const [paths, path = '', ...rest] = parsePointer(pointer);
  if (ruleId !== 'path-parameters-defined' || paths !== 'paths' || rest.at(-1) !== 'name') return false;
  return path.includes(`{${document.at(pointer)}}`);
}

function suggestion({ suggest }: RedoclyProblem): string[] {
  return suggest.length > 0 ? [`Did you mean ${suggest.join(' or ')}?`] : [];
}

function pointerOf({ location: [first] }: RedoclyProblem): string {
  return first?.pointer?.replace(/\/$/, '') ?? '#';
}

function inDocumentOrder({ location: a }: LintProblem, { location: b }: LintProblem): number {
  return compareStrings(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/**
 * Rejects a document with lint errors.
 * @param remedy what its author can do, as a sentence
 * @throws {InputError} the first error with its location, and the number of further ones
 */
export function rejectErrors(errors: readonly LintProblem[], remedy: string): void {
  const [first] = errors;
  if (!first) return;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more: run contract lint.` : '';
  throw new InputError(`${first.message} (${first.rule}).${more} ${remedy}`, first.location, first.pointer);
}
