import { isObject } from '../../../core/json/index.ts';
import { appendTokens, fragmentToPointer, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { ParameterName, ValueSource } from '../model.ts';
import { successResponses } from '../representations/representation.ts';
import { parseRuntimeExpression } from './runtime-expression.ts';

/** A parameter of an operation that a Link Object fills from the exchange of another (OpenAPI 3.0.3, Link Object). */
export interface LinkedParameter {
  readonly source: Operation;
  readonly target: Operation;
  readonly parameter: ParameterName;
  readonly from: ValueSource;
  readonly reason: string;
}

/** Every parameter that the links of successes fill. Links that lead nowhere are skipped, and listed as not read. */
export function readLinks(document: OpenApiDocument, operations: readonly Operation[]): LinkedParameter[] {
  const targets = new LinkTargets(operations);
  return operations.flatMap((source) =>
    successResponses(source).flatMap(({ pointer, key }) => {
      const links = document.at(appendTokens(pointer, 'links'));
      return Object.keys(isObject(links) ? links : {}).flatMap((name) => {
        const { value } = document.resolve(appendTokens(pointer, 'links', name));
        if (!isObject(value)) return [];
        const target = targets.of(value);
        const reason = `link ${name} of the ${key} response`;
        return target ? readParameters(value, source, target, reason) : [];
      });
    }),
  );
}

/** Finds the operations that links lead to. */
export class LinkTargets {
  private readonly byId: ReadonlyMap<string, Operation>;
  private readonly byPlace: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[]) {
    this.byId = new Map(operations.map((operation) => [operation.id, operation]));
    this.byPlace = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  }

  of({ operationId, operationRef }: JsonObject): Operation | undefined {
    if (typeof operationId === 'string') return this.byId.get(operationId);
    if (typeof operationRef !== 'string') return undefined;
    const [, fragment] = operationRef.split('#');
    const [paths, path = '', method = ''] = parsePointer(fragmentToPointer(`#${fragment ?? ''}`));
    return paths === 'paths' ? this.byPlace.get(`${method.toUpperCase()} ${path}`) : undefined;
  }
}

function readParameters(link: JsonObject, source: Operation, target: Operation, reason: string): LinkedParameter[] {
  const { parameters } = link;
  if (!isObject(parameters)) return [];
  return Object.keys(parameters).flatMap((name) => {
    const parameter = findParameter(target, name);
    const from = readSource(parameters[name] ?? null);
    return parameter ? [{ source, target, parameter, from, reason }] : [];
  });
}

/** The name may begin with its place, e.g. `path.id`. */
function findParameter({ parameters }: Operation, name: string): ParameterName | undefined {
  const found =
    parameters.find((each) => `${each.in}.${each.name}` === name) ?? parameters.find((each) => each.name === name);
  return found && { in: found.in, name: found.name };
}

function readSource(value: JsonValue): ValueSource {
  return typeof value === 'string' ? parseRuntimeExpression(value) : { in: 'constant', value };
}
