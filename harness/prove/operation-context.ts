import { isSuccess } from '../checks/response.ts';
import type { DocumentedResponse, MediaType, Operation } from '../core/model.ts';
import { canCarryValue } from '../generate/boundary/accept-header.ts';
import { createBoundaryContext } from '../generate/boundary/boundary-cases.ts';
import type { BoundaryContext } from '../generate/boundary/case-spec.ts';
import type { RequestSpec } from '../generate/requests/build-request.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import { isMediaRange } from '../openapi/media-type.ts';
import type { ResponseUnderTest } from './documented-response.ts';
import { createDocumentedResponse, responseMediaType } from './documented-response.ts';
import type { DryRunStats } from './dry-run.ts';
import type { RequestParser } from './request-parser.ts';

/** An operation with what its mutants are created from. */
export interface MutationContext {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operation: Operation;
  readonly reader: RequestParser;
  /** A valid request with all optional parts; undefined if none could be generated. */
  readonly allParts: RequestSpec | undefined;
  /** The context of the generated boundary cases. */
  readonly boundary: BoundaryContext | undefined;
  /** Each documented response with an example, except those that no request can get. */
  readonly responses: readonly ResponseUnderTest[];
  /** The same responses in further media types whose schema describes what they carry. */
  readonly otherResponses: readonly ResponseUnderTest[];
  /** Further media types of responses for which nothing asks, because no valid value stays valid in them. */
  readonly unasked: ReadonlySet<MediaType>;
}

export function createMutationContext(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  reader: RequestParser,
  { cases }: DryRunStats,
): MutationContext {
  const boundary = createBoundaryContext(contract, unique.fork(`generated ${operation.id}`), operation);
  const create = (spec: DocumentedResponse, type?: MediaType): ResponseUnderTest[] => {
    const made = createDocumentedResponse(contract, unique, operation, spec, type);
    const { status } = made?.response ?? {};
    if (!made || status === undefined || operation.response(status)?.key !== spec.key) return [];
    const disposition = isSuccess(operation, status) ? 'accepted' : 'rejected';
    const isGiven = cases[disposition] > 0 && (disposition === 'accepted' || status >= 400);
    return isGiven ? [{ spec, disposition, ...made }] : [];
  };
  const others = operation.responses.map((spec) => ({
    spec,
    types: spec.content.filter((type) => type !== responseMediaType(spec) && !type.stream && !isMediaRange(type.type)),
  }));
  const carried = { contract, unique: unique.fork('carried') };
  const unasked = new Set(others.flatMap(({ types }) => types.filter((type) => !canCarryValue(carried, type))));
  return {
    contract,
    unique,
    operation,
    reader,
    boundary,
    allParts: boundary?.allParts,
    responses: operation.responses.flatMap((spec) => create(spec)),
    otherResponses: others.flatMap(({ spec, types }) =>
      types
        .filter((type) => !unasked.has(type))
        .flatMap((type) => create(spec, type))
        .filter(({ json, xml, text }) => json || xml || text),
    ),
    unasked,
  };
}
