import { InputError } from '../../core/errors.ts';
import { toDoubles } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue, SourceLocation } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { mappingPointer } from '../schema/discriminator.ts';
import { unreadParts } from '../unread.ts';
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
  const { document } = contract;
  const schemas = new Set<string>();
  const found = await redoclyProblems(document.file, toDoubles(document.root), documentRules(contract, schemas));
  const problems = new Map<string, LintProblem>();
  for (const problem of found) {
    const pointer = pointerOf(problem);
    if (document.version !== '3.0' && isBooleanSchema(problem, document.at(pointer))) continue;
    if (isSchemaName(problem, pointer, document) || isTemplateName(problem, pointer, document)) continue;
    const isOpenSchema = document.version !== '3.0' && schemas.has(pointer.slice(0, pointer.lastIndexOf('/')));
    const severity = problem.severity === 'warn' || (isOpenSchema && isUnknownKeyword(problem)) ? 'warning' : 'error';
    const message = [problem.message, ...suggestion(problem)].join(' ');
    problems.set(`${problem.ruleId} ${pointer} ${message}`, {
      severity,
      rule: problem.ruleId,
      message,
      location: document.locate(pointer),
      pointer,
    });
  }
  const unread = unreadParts(document).map(({ pointer, location, description }): LintProblem => {
    return { severity: 'warning', rule: 'not-read', message: `${description}.`, location, pointer };
  });
  return [...problems.values(), ...unread].sort(inDocumentOrder);
}

/** From 3.1 on a schema may have keywords of any vocabulary (JSON Schema core, section 6.5); an unknown one is a warning. */
function isUnknownKeyword({ ruleId, message }: RedoclyProblem): boolean {
  return ruleId === 'struct' && message.endsWith('is not expected here.');
}

/** From 3.1 on `true` and `false` are schemas (JSON Schema core, section 4.3.2); Redocly accepts only some of them. */
function isBooleanSchema({ ruleId, message }: RedoclyProblem, value: JsonValue | undefined): boolean {
  return ruleId === 'struct' && typeof value === 'boolean' && message.startsWith('Expected type `Schema`');
}

/** A discriminator's `mapping` has references or schema names (OpenAPI 3.0.3, Discriminator Object); Redocly resolves both. */
function isSchemaName({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): boolean {
  if (ruleId !== 'no-unresolved-refs' || parsePointer(pointer).slice(-3, -1).join(' ') !== 'discriminator mapping')
    return false;
  const name = document.at(pointer);
  return typeof name === 'string' && document.at(mappingPointer(name)) !== undefined;
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
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}

/**
 * Rejects a document with lint errors.
 * @throws {InputError} the first error with its location, and the number of further ones
 */
export async function assertLints(contract: Contract): Promise<void> {
  const errors = (await lintContract(contract)).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more: run contract lint.` : '';
  throw new InputError(`${first.message} (${first.rule}).${more} Correct it, or pass --no-lint.`, first.location);
}
