import { createRequire } from 'node:module';
import type { Oas3Visitor } from '@redocly/openapi-core';
import { documentTypes } from './redocly-types.ts';

type Redocly = typeof import('#vendor/redocly');
/** A rule as Redocly's walk takes it. */
export interface Rule {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly visitor: Oas3Visitor;
}

/** A visitor, with the part of the walk's context that our rules use. */
export type Visit = (node: unknown, context: VisitContext) => unknown;
export interface VisitContext {
  readonly location: { readonly pointer: string };
  readonly key: string | number;
  report(problem: ReportedProblem): void;
}

interface ReportedProblem {
  readonly message: string;
  readonly location: { readonly pointer: string };
  /** In place of those of the rule whose visitor it is. */
  readonly ruleId?: string;
  readonly forceSeverity?: Rule['severity'];
}

/** Whether a visited node has one of the properties: most have none, and looking them up in the document takes longer. */
export function hasAny(node: unknown, names: readonly string[]): boolean {
  return typeof node === 'object' && node !== null && names.some((name) => name in node);
}

type WalkContext = Parameters<Redocly['walkDocument']>[0]['ctx'];
export type RedoclyProblem = WalkContext['problems'][number];

/** An unusable or invalid document is an error; rules of style are not used. */
const RULES = [
  ['struct', 'error', 'Struct'],
  ['no-unresolved-refs', 'error', 'NoUnresolvedRefs'],
  ['path-parameters-defined', 'error', 'PathParamsDefined'],
  ['path-declaration-must-exist', 'error', 'PathDeclarationMustExist'],
  ['path-not-include-query', 'error', 'PathNotIncludeQuery'],
  ['no-identical-paths', 'error', 'NoIdenticalPaths'],
  ['operation-operationId-unique', 'error', 'OperationIdUnique'],
  ['operation-parameters-unique', 'error', 'OperationParametersUnique'],
  ['no-schema-type-mismatch', 'warn', 'NoSchemaTypeMismatch'],
  ['no-enum-type-mismatch', 'warn', 'NoEnumTypeMismatch'],
  ['no-required-schema-properties-undefined', 'warn', 'NoRequiredSchemaPropertiesUndefined'],
] as const satisfies readonly (readonly [id: string, severity: Rule['severity'], name: keyof Redocly])[];

/** Runs {@link RULES} and `others` on a bundled document; numbers of `plain` are doubles. */
export async function redoclyProblems(
  file: string,
  plain: unknown,
  others: readonly Rule[],
): Promise<RedoclyProblem[]> {
  const redocly = loadRedocly();
  const parsed = withSafeNames(plain);
  const specVersion = redocly.detectSpec(parsed);
  const types = redocly.normalizeTypes(documentTypes(redocly, specVersion), { doNotResolveExamples: true });
  const { Root: rootType } = types;
  if (rootType === undefined) throw new RangeError(`Redocly does not support ${specVersion}`);
  const document = { source: new redocly.Source(file, ''), parsed };
  const resolver = noFiles(redocly);
  const resolvedRefMap = await redocly.resolveDocument({
    rootDocument: document,
    rootType,
    externalRefResolver: resolver,
  });
  const ctx: WalkContext = { problems: [], specVersion, visitorsData: {} };
  const normalizedVisitors = redocly.normalizeVisitors([...createRules(redocly), ...combined(others)], types);
  redocly.walkDocument({ document, rootType, normalizedVisitors, resolvedRefMap, ctx });
  return parsed === plain ? ctx.problems : ctx.problems.map(withOriginalName);
}

/**
 * Combines what rules have for a type into one visitor: for each visitor of a node, the walk creates a dozen objects. Visitors for a type
 * within another stay as they are.
 */
function combined(rules: readonly Rule[]): Rule[] {
  const byType = new Map<string, { rule: Rule; visit: Visit }[]>();
  const nested: Rule[] = [];
  for (const rule of rules)
    for (const [type, visitor] of Object.entries(rule.visitor))
      if (typeof visitor !== 'function') nested.push({ ...rule, visitor: { [type]: visitor } });
      else byType.set(type, [...(byType.get(type) ?? []), { rule, visit: visitor as Visit }]);
  const visitor = [...byType].map(([type, visits]) => [type, inOneVisit(visits)]);
  return [{ ruleId: 'combined', severity: 'error', visitor: Object.fromEntries(visitor) }, ...nested];
}

function inOneVisit(visits: readonly { readonly rule: Rule; readonly visit: Visit }[]): Visit {
  return (node, { location, key, report }) => {
    for (const { rule, visit } of visits) {
      const { ruleId, severity } = rule;
      visit(node, { location, key, report: (problem) => report({ ...problem, ruleId, forceSeverity: severity }) });
    }
  };
}

/** Redocly calls this on objects that may have a property of that name. */
const UNSAFE_NAME = 'hasOwnProperty';
const SAFE_NAME = `${UNSAFE_NAME}.`;

/** Returns the document with a safe name in place of the unsafe one, in references too; itself if it has none. */
function withSafeNames(plain: unknown): unknown {
  if (!hasUnsafeName(plain)) return plain;
  return JSON.parse(JSON.stringify(plain).replaceAll(UNSAFE_NAME, SAFE_NAME));
}

function hasUnsafeName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // Without an array of the values for each object of a large document.
  for (const name in value)
    if (name === UNSAFE_NAME || hasUnsafeName((value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

function withOriginalName(problem: RedoclyProblem): RedoclyProblem {
  const restored = (text: string) => text.replaceAll(SAFE_NAME, UNSAFE_NAME);
  const location = problem.location.map((each) => (each.pointer ? { ...each, pointer: restored(each.pointer) } : each));
  return { ...problem, message: restored(problem.message), location } as RedoclyProblem;
}

/** Resolves no file: a reference that is still external is in data. */
function noFiles({ BaseResolver }: Redocly): InstanceType<Redocly['BaseResolver']> {
  const resolver = new BaseResolver();
  resolver.loadExternalRef = async (file) => {
    throw new Error(`${file} is not part of the document`);
  };
  return resolver;
}

function loadRedocly(): Redocly {
  return createRequire(import.meta.url)('#vendor/redocly') as Redocly;
}

/** Creates {@link RULES} again, because rules have state. */
function createRules(redocly: Redocly): Rule[] {
  return RULES.map(([ruleId, severity, name]) => ({ ruleId, severity, visitor: redocly[name]({}) as Oas3Visitor }));
}
