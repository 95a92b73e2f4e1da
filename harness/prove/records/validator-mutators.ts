import { listsStatus } from '../../core/operation.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import type { RecordExchange } from './record-mutation.ts';
import { creates, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';

const CONDITION = 'if-none-match';

function conditionalRead(types: TypeWorld): ResourceOperation | undefined {
  const reader = creates(types) && reads(types);
  return reader && types.shape.hasEntityTags && listsStatus(reader.operation, 304) ? reader : undefined;
}

/** Changes the responses to reads with a condition. @param change given the last whole response for the path, and all tags of it */
function conditional(
  description: string,
  change: (
    response: MockResponse,
    condition: string,
    seen: { readonly whole: MockResponse | undefined; readonly tags: ReadonlySet<string> },
  ) => MockResponse | undefined,
): RecordMutator {
  return {
    check: 'read-follows-validator',
    description,
    triggers: [always],
    operationOf: conditionalRead,
    behavior: (_, operation, isDue) => {
      const wholes = new Map<string, MockResponse>();
      const tags = new Map<string, Set<string>>();
      return {
        after: ({ operation: own, record, request }: RecordExchange, response) => {
          if (own !== operation || !record || request.method !== 'GET') return undefined;
          const known = tags.get(request.path) ?? new Set();
          tags.set(request.path, known);
          const condition = request.headers[CONDITION]?.toString();
          const seen = { whole: wholes.get(request.path), tags: known };
          const changed = condition === undefined ? undefined : change(response, condition, seen);
          if (response.status === 200) wholes.set(request.path, response);
          for (const [name, value] of response.headers) if (name.toLowerCase() === 'etag') known.add(value);
          return changed && isDue(record) ? changed : undefined;
        },
      };
    },
  };
}

function notModified({ headers }: MockResponse): MockResponse {
  return { status: 304, headers: headers.filter(([name]) => name.toLowerCase() === 'etag'), body: new Uint8Array() };
}

/** Mutants that break reads which depend on what the client has. */
export const VALIDATOR_MUTATORS: readonly RecordMutator[] = [
  conditional('sends again what If-None-Match names', ({ status }, _, { whole }) =>
    status === 304 ? whole : undefined,
  ),
  conditional('takes any If-None-Match for its own', (response) =>
    response.status === 200 ? notModified(response) : undefined,
  ),
  conditional('takes an If-None-Match of before a change for its own', (response, condition, { tags }) =>
    response.status === 200 && tags.has(condition) ? notModified(response) : undefined,
  ),
];
