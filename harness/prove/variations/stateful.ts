import { canonicalize } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { findUniqueFields } from '../../generate/requests/unique-fields.ts';
import type { Mutation } from '../mutant.ts';
import { withHeader } from '../mutators/mutate-response.ts';
import type { Variation, VariationContext } from './variation.ts';

/** States in which a lawful service may be, so that it asks the client for something first. */
export function statefulVariations(surroundings: VariationContext): Variation[] {
  return [uniqueIds(surroundings), rateLimit];
}

/** A restart changes nothing: the cases are sent twice, and what the first pass stored is still there in the second. */
function uniqueIds({ contract, reader }: VariationContext): Variation {
  const keysOf = (operation: Operation, body: JsonValue | undefined): string[] =>
    isObject(body)
      ? findUniqueFields(contract, operation)
          .filter(({ name }) => Object.hasOwn(body, name))
          .map(({ name }) => `${operation.id} ${name} ${canonicalize(body[name] ?? null)}`)
      : [];
  return {
    description: 'answers 409 to an id that it has seen, also before a restart',
    aspect: 'state',
    passes: 2,
    mutate: () => {
      const taken = new Set<string>();
      return refusingAs(409, 'taken', (operation, request) => {
        const keys = keysOf(operation, reader.read(request)?.body);
        const known = keys.some((key) => taken.has(key));
        for (const key of keys) taken.add(key);
        return known;
      });
    },
  };
}

const rateLimit: Variation = {
  description: 'answers 429 with Retry-After to every ninth request',
  aspect: 'state',
  mutate: () => {
    let count = 0;
    return {
      ...refusingAs(429, 'too many requests', () => ++count % 9 === 0),
      onResponse: (_, __, response) => (response.status === 429 ? withHeader(response, 'retry-after', '0') : response),
    };
  },
};

/** Where the document has a response for that status. */
function refusingAs(
  status: number,
  says: string,
  refuses: (operation: Operation, request: ReceivedRequest) => boolean,
): Mutation {
  return {
    onValidated(request, judgement) {
      const { operation, problems } = judgement;
      if (!operation || problems.length > 0 || !operation.response(status)) return judgement;
      return refuses(operation, request) ? { ...judgement, problems: [{ status, message: says }] } : judgement;
    },
  };
}
