import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Oas3Visitor } from '@redocly/openapi-core';

type Package = typeof import('@redocly/openapi-core');
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
  report(problem: { message: string; location: { pointer: string } }): void;
}

type WalkContext = Parameters<Package['walkDocument']>[0]['ctx'];
export type RedoclyProblem = WalkContext['problems'][number];

/** The parts of `@redocly/openapi-core` that walk a parsed document. */
interface Redocly
  extends Pick<
    Package,
    | 'BaseResolver'
    | 'Source'
    | 'detectSpec'
    | 'getTypes'
    | 'normalizeTypes'
    | 'normalizeVisitors'
    | 'resolveDocument'
    | 'walkDocument'
  > {
  /** Creates {@link RULES} again, because rules have state. */
  rules(): Rule[];
}

const ENGINE = ['resolve.js', 'detect-spec.js', 'oas-types.js', 'types/index.js', 'visitors.js', 'walk.js'];

/** An unusable or invalid document is an error; rules of style are not used. */
const RULES: readonly (readonly [id: string, severity: Rule['severity'], file: string, name: string])[] = [
  ['struct', 'error', 'struct', 'Struct'],
  ['no-unresolved-refs', 'error', 'no-unresolved-refs', 'NoUnresolvedRefs'],
  ['path-parameters-defined', 'error', 'path-params-defined', 'PathParamsDefined'],
  ['path-declaration-must-exist', 'error', 'path-declaration-must-exist', 'PathDeclarationMustExist'],
  ['path-not-include-query', 'error', 'path-not-include-query', 'PathNotIncludeQuery'],
  ['no-identical-paths', 'error', 'no-identical-paths', 'NoIdenticalPaths'],
  ['operation-operationId-unique', 'error', 'operation-operationId-unique', 'OperationIdUnique'],
  ['operation-parameters-unique', 'error', 'operation-parameters-unique', 'OperationParametersUnique'],
  ['no-schema-type-mismatch', 'error', 'no-schema-type-mismatch', 'NoSchemaTypeMismatch'],
  ['no-enum-type-mismatch', 'warn', 'no-enum-type-mismatch', 'NoEnumTypeMismatch'],
  [
    'no-required-schema-properties-undefined',
    'warn',
    'no-required-schema-properties-undefined',
    'NoRequiredSchemaPropertiesUndefined',
  ],
];

/** Runs {@link RULES} and `others` on a bundled document; numbers of `plain` are doubles. */
export async function redoclyProblems(
  file: string,
  plain: unknown,
  others: readonly Rule[],
): Promise<RedoclyProblem[]> {
  const redocly = await loadRedocly();
  const parsed = withSafeNames(plain);
  const specVersion = redocly.detectSpec(parsed);
  const types = redocly.normalizeTypes(redocly.getTypes(specVersion), { doNotResolveExamples: true });
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
  const normalizedVisitors = redocly.normalizeVisitors([...redocly.rules(), ...others], types);
  redocly.walkDocument({ document, rootType, normalizedVisitors, resolvedRefMap, ctx });
  return parsed === plain ? ctx.problems : ctx.problems.map(withOriginalName);
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
  return Object.hasOwn(value, UNSAFE_NAME) || Object.values(value).some(hasUnsafeName);
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

/**
 * Loads only the walk and {@link RULES}. The entry point of the package loads every rule, every description format and a GraphQL
 * parser, which takes 230 ms instead of 50 ms; a whole run may take a second. The version is pinned, so the paths are stable.
 */
async function loadRedocly(): Promise<Redocly> {
  const entry = pathToFileURL(createRequire(import.meta.url).resolve('@redocly/openapi-core'));
  const load = (file: string) => import(new URL(file, entry).href);
  const engine = await Promise.all(ENGINE.map(load));
  const modules = await Promise.all(RULES.map(([, , file]) => load(`rules/common/${file}.js`)));
  const rules = () =>
    RULES.map(([ruleId, severity, , name], index) => ({ ruleId, severity, visitor: modules[index][name]({}) }));
  return Object.assign({ rules }, ...engine);
}
