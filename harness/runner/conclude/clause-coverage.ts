import { matchDocumentedResponse, parseJsonBody, readXmlBody } from '../../checks/response.ts';
import { coverableItems, matchStream } from '../../checks/stream.ts';
import { matchTextResponse } from '../../checks/text-body.ts';
import { type ClausePart, isSamePart } from '../../core/clause-part.ts';
import { isResponse } from '../../core/http-response.ts';
import { isObject } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type {
  Clause,
  DocumentedResponse,
  Exchange,
  HttpResponse,
  JsonValue,
  MediaType,
  Operation,
} from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isAlwaysSatisfied } from '../../openapi/clauses/not-checked.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';

/** The clauses that a response of one kind covers: some always, some if its body has their location. */
interface Reach {
  readonly always: readonly string[];
  readonly locations: readonly { readonly path: readonly string[]; readonly ids: readonly string[] }[];
  /** By the locations that a body has: responses that cover the same clauses share one list. */
  readonly lists: Map<string, Covered>;
}

interface Covered {
  readonly ids: readonly string[];
  readonly idSet: ReadonlySet<string>;
}

/** Finds the clauses that an exchange covers. */
export class ClauseCoverageIndex {
  private readonly contract: Contract;
  private readonly reaches = new Map<Operation, Map<string, Reach>>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** Ids of the clauses that an exchange reached, and whose keyword could not be evaluated on its values. */
  readonly notEvaluated = new Set<string>();

  /** Ids of the clauses that an exchange covers: the targets of its case, and those that its response reaches. */
  coveredBy(exchange: Exchange): readonly string[] {
    const { case: testCase, response: received } = exchange;
    const { response, mediaType } = matchDocumentedResponse(exchange);
    const reach = this.reachOf(testCase.operation, response, mediaType);
    const body = mediaType && isResponse(received) ? this.bodyOf(exchange, received) : undefined;
    const covered = coveredIn(reach, body);
    const targets = testCase.targets.filter(({ id }) => !covered.idSet.has(id)).map(({ id }) => id);
    return targets.length > 0 ? [...targets, ...covered.ids] : covered.ids;
  }

  /** As {@link coveredBy}, without clauses of keywords that were not evaluated on some value. */
  evaluatedBy(exchange: Exchange): readonly string[] {
    const { schemas } = this.contract;
    const clauses = this.contract.clausesOf(exchange.case.operation);
    const skipped = new Set(
      clauses.filter(({ schemaPointer }) => schemas.notEvaluated.has(schemaPointer)).map(({ id }) => id),
    );
    const covered = this.coveredBy(exchange);
    for (const id of covered) if (skipped.has(id)) this.notEvaluated.add(id);
    return covered.filter((id) => !skipped.has(id));
  }

  /** The value that clauses are about: of a stream, the list of its items. @returns undefined if nothing says what it is */
  private bodyOf(exchange: Exchange, received: HttpResponse): JsonValue | undefined {
    const stream = matchStream(exchange);
    if (stream) return coverableItems(stream);
    const text = matchTextResponse(this.contract, exchange);
    if (text) return text.text;
    const { mediaType } = matchDocumentedResponse(exchange);
    const body = mediaType?.xml
      ? readXmlBody(received, mediaType.xml)
      : isJsonType(mediaType?.type ?? '')
        ? parseJsonBody(received)
        : undefined;
    return body && 'value' in body ? body.value : undefined;
  }

  private reachOf(
    operation: Operation,
    response: DocumentedResponse | undefined,
    mediaType: MediaType | undefined,
  ): Reach {
    const reaches = this.reaches.get(operation) ?? new Map<string, Reach>();
    this.reaches.set(operation, reaches);
    const key = `${response?.key} ${mediaType?.type}`;
    const reach = reaches.get(key) ?? readReach(this.contract, operation, response, mediaType);
    reaches.set(key, reach);
    return reach;
  }
}

function coveredIn({ always, locations, lists }: Reach, value: JsonValue | undefined): Covered {
  let key = '';
  for (const { path } of locations) key += isPresent(value, path) ? '1' : '0';
  let covered = lists.get(key);
  if (!covered) {
    const ids = [...always, ...locations.flatMap((location, index) => (key[index] === '1' ? location.ids : []))];
    covered = { ids, idSet: new Set(ids) };
    lists.set(key, covered);
  }
  return covered;
}

function readReach(
  contract: Contract,
  operation: Operation,
  response: DocumentedResponse | undefined,
  mediaType: MediaType | undefined,
): Reach {
  const bodyPart = response && mediaType && clauseParts.responseBody(response, mediaType.type);
  const isAlwaysReached = (part: ClausePart) =>
    part.kind === 'any-response' ||
    ((part.kind === 'response' || part.kind === 'response-header') && part.status === response?.key);
  const isCertain = (clause: Clause) =>
    bodyPart !== undefined &&
    isSamePart(clause.part, bodyPart) &&
    isAlwaysSatisfied(contract.document, operation, clause);
  const all = contract.clausesOf(operation);
  const paths = new Map<string, string[]>();
  for (const { part, instancePath, id, schemaPointer } of all)
    if (bodyPart && isSamePart(part, bodyPart) && schemaPointer !== mediaType?.pointer)
      paths.set(instancePath, [...(paths.get(instancePath) ?? []), id]);
  return {
    always: all.filter((clause) => isAlwaysReached(clause.part) || isCertain(clause)).map(({ id }) => id),
    locations: [...paths].map(([path, ids]) => ({ path: parsePointer(path), ids })),
    lists: new Map(),
  };
}

/** Whether a value has something at a path, in which `*` stands for every item or property. */
export function isPresent(value: JsonValue | undefined, path: readonly string[], depth = 0): boolean {
  const token = path[depth];
  if (token === undefined) return value !== undefined;
  if (token === '*' && Array.isArray(value)) return value.some((item) => isPresent(item, path, depth + 1));
  if (token === '*' && isObject(value))
    return Object.values(value).some((property) => isPresent(property, path, depth + 1));
  if (Array.isArray(value)) return isPresent(value[Number(token)], path, depth + 1);
  return isObject(value) && Object.hasOwn(value, token) && isPresent(value[token], path, depth + 1);
}
