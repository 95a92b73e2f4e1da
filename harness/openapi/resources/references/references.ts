import { parsePointer } from '../../../core/json/pointer.ts';
import { type Located, unknownInDocument } from '../corrections/corrections.ts';
import type { OwnIdentifier, Reference } from '../model.ts';
import { words } from '../names.ts';
import { actsOnSeveral } from '../operations/bulk-actions.ts';
import { isPagingParameter } from '../operations/paging.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import type { RepresentationReader } from '../representations/representation.ts';
import { bodyCandidate, type Candidate, requestCandidates } from './candidates.ts';
import { withExample } from './reference-example.ts';
import { type Found, ReferenceMatcher, type ReferenceTarget } from './reference-matcher.ts';

type ConfiguredReferences = ReadonlyMap<string, Located<string | false>>;
const NONE: ConfiguredReferences = new Map();

/** Headers about the exchange, e.g. `X-Request-Id`, refer to no record. */
const EXCHANGE_HEADER = /request|correlation|trace|span|idempotency|if-|session|client|csrf/i;

/** Finds the parts of requests that refer to records, by name and type. */
export class ReferenceFinder {
  private readonly byResource: ReadonlyMap<string, ReferenceTarget>;
  private readonly matcher: ReferenceMatcher;
  private readonly reader: RepresentationReader;

  constructor(targets: readonly ReferenceTarget[], reader: RepresentationReader) {
    this.reader = reader;
    this.byResource = new Map(targets.map((target) => [target.resource, target]));
    this.matcher = new ReferenceMatcher(targets);
  }

  /**
   * @param own properties of the body with an identifier of the record itself: they are no references
   * @param configured the type that a property or parameter refers to; false: to none
   */
  find(
    operation: InferredOperation,
    own: readonly OwnIdentifier[],
    configured: ConfiguredReferences = NONE,
  ): Reference[] {
    const ownPlaces = new Set(own.map(({ pointer }) => pointer));
    const candidates = [...this.parameters(operation), ...requestCandidates(operation)];
    const found = this.resolve(candidates, operation, ownPlaces, configured);
    return found.map((reference) => withExample(this.reader.document, operation, reference));
  }

  /** As {@link find}, for the records that an operation shows; places are below the envelope. */
  findShown(
    operation: InferredOperation,
    own: readonly string[],
    configured: ConfiguredReferences = NONE,
  ): Reference[] {
    const properties = operation.response?.properties ?? [];
    const shown = properties.filter(({ enumerated }) => !enumerated);
    const candidates = shown.map((property) => bodyCandidate(property, '', properties));
    return this.resolve(candidates, operation, new Set(own), configured);
  }

  private resolve(
    candidates: readonly Candidate[],
    operation: InferredOperation,
    ownPlaces: ReadonlySet<string>,
    configured: ConfiguredReferences,
  ): Reference[] {
    return candidates.flatMap((candidate) => {
      const { in: place, at, many } = candidate;
      const isOwn =
        (place === 'body' && ownPlaces.has(at)) || operation.path.some((each) => each.in === place && each.at === at);
      const given =
        configured.get(at) ??
        configured.get(
          parsePointer(at)
            .filter((token) => token !== '*')
            .at(-1) ?? '',
        );
      const found = given ? this.configured(given) : isOwn ? undefined : this.matcher.match(candidate, operation);
      if (!found) return [];
      const { target, identifier, reason } = found;
      const isSubject = candidate.inRequired && target.resource === operation.resource && actsOnSeveral(operation);
      const required = candidate.required || isSubject;
      return [{ in: place, at, resource: target.resource, identifier, required, many, reason }];
    });
  }

  private configured({ value, location }: Located<string | false>): Found | undefined {
    if (value === false) return undefined;
    const target = this.byResource.get(value);
    const identifier = target?.identifiers.at(-1);
    if (target && identifier) return { target, identifier: identifier.name, reason: 'the configuration has it' };
    throw unknownInDocument(`unknown resource type ${value}`, value, [...this.byResource.keys()], location);
  }

  private parameters(inferred: InferredOperation): Candidate[] {
    const { operation } = inferred;
    return operation.parameters.flatMap(({ in: place, name, schema, required }) => {
      if (place === 'path' || (place === 'query' && isPagingParameter(name))) return [];
      if (place === 'header' && EXCHANGE_HEADER.test(name)) return [];
      if (place === 'query' && this.isChosenId(name, inferred)) return [];
      const view = schema === undefined ? undefined : this.reader.schemas.view([schema], 'request');
      if (view === undefined || view.enumerated) return [];
      const many = view.items.length > 0 && view.types.includes('array');
      const { types, format, component } = many ? this.reader.schemas.view(view.items, 'request') : view;
      return [
        { in: place, at: name, names: [words(name)], types, format, component, required, many, inRequired: false },
      ];
    });
  }

  /** `POST /books?bookId=` creates the book with that id (AIP-133). */
  private isChosenId(name: string, { creates, resource, path }: InferredOperation): boolean {
    const own = this.byResource.get(resource ?? '');
    const isNamed = path.some((each) => each.resource === resource);
    return creates && own !== undefined && !isNamed && words(name).join(' ') === [...own.words, 'id'].join(' ');
  }
}
