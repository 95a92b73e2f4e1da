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

/** What is wrong with the document itself, whoever serves it. */
export interface LintProblem {
  /** `error`: no verdict may rest on this document; `warning`: probably a slip, and a verdict can be given all the same. */
  readonly severity: 'error' | 'warning';
  /** The name of one of Redocly's rules, or of one in lint/document-rules.ts. */
  readonly rule: string;
  readonly message: string;
  readonly location: SourceLocation;
  /** JSON Pointer into the merged document, with `#`. */
  readonly pointer: string;
}

/**
 * Looks the document over, its overlays applied and its files bundled: by Redocly's rules for its structure, and by our own
 * where Redocly has none or rounds numbers. In the order of files and lines, each problem once.
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
    const open = document.version !== '3.0' && schemas.has(pointer.slice(0, pointer.lastIndexOf('/')));
    const severity = problem.severity === 'warn' || (open && isUnknownKeyword(problem)) ? 'warning' : 'error';
    const message = [problem.message, ...meant(problem)].join(' ');
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

/** From 3.1 on a schema may hold keywords of any vocabulary (JSON Schema core, section 6.5): one that is unknown is a slip at most. */
function isUnknownKeyword({ ruleId, message }: RedoclyProblem): boolean {
  return ruleId === 'struct' && message.endsWith('is not expected here.');
}

/** From 3.1 on `true` and `false` are schemas (JSON Schema core, section 4.3.2); Redocly knows that only of members and items. */
function isBooleanSchema({ ruleId, message }: RedoclyProblem, value: JsonValue | undefined): boolean {
  return ruleId === 'struct' && typeof value === 'boolean' && message.startsWith('Expected type `Schema`');
}

/** A discriminator's `mapping` holds references or names of schemas (OpenAPI 3.0.3, Discriminator Object); Redocly takes all for references. */
function isSchemaName({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): boolean {
  if (ruleId !== 'no-unresolved-refs' || parsePointer(pointer).slice(-3, -1).join(' ') !== 'discriminator mapping')
    return false;
  const name = document.at(pointer);
  return typeof name === 'string' && document.at(mappingPointer(name)) !== undefined;
}

/** A template expression may have any name (OpenAPI 3.0.3, Path Templating); Redocly knows those of ASCII letters, digits and a few marks. */
function isTemplateName({ ruleId }: RedoclyProblem, pointer: string, document: OpenApiDocument): boolean {
  const [paths, path = '', ...rest] = parsePointer(pointer);
  if (ruleId !== 'path-parameters-defined' || paths !== 'paths' || rest.at(-1) !== 'name') return false;
  return path.includes(`{${document.at(pointer)}}`);
}

function meant({ suggest }: RedoclyProblem): string[] {
  return suggest.length > 0 ? [`Did you mean ${suggest.join(' or ')}?`] : [];
}

function pointerOf({ location: [place] }: RedoclyProblem): string {
  return place?.pointer?.replace(/\/$/, '') ?? '#';
}

function inDocumentOrder({ location: a }: LintProblem, { location: b }: LintProblem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}

/**
 * Refuses a document that is wrong in itself.
 * @throws {ContractError} the first error with its place, and how many more there are
 */
export async function assertLints(contract: Contract): Promise<void> {
  const errors = (await lintContract(contract)).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more: contract lint.` : '';
  throw new InputError(`${first.message} (${first.rule}).${more} Correct it, or pass --no-lint.`, first.location);
}
