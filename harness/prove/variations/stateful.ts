import { canonicalize } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { findUniqueFields } from '../../generate/requests/find-unique-fields.ts';
import type { Mutation } from '../mutant.ts';
import { withHeader } from '../mutators/mutate-response.ts';
import type { Variation, VariationContext } from './variation.ts';

/** Returns variations that reject some valid requests depending on earlier ones. */
export function statefulVariations(context: VariationContext): Variation[] {
  return [uniqueIds(context), rateLimit];
}

/** Rejects repeated ids; the cases are sent twice, as if the service was restarted with its data in between. */
function uniqueIds({ contract, reader }: VariationContext): Variation {
  const keysOf = (operation: Operation, body: JsonValue | undefined): string[] =>
    isObject(body)
      ? findUniqueFields(contract, operation)
          .filter(({ name }) => Object.hasOwn(body, name))
          .map(({ name }) => `${operation.id} ${name} ${canonicalize(body[name] ?? null)}`)
      : [];
  return {
    description: 'responds 409 to repeated ids, also after a restart',
    aspect: 'state',
    passes: 2,
    mutate: () => {
      const taken = new Set<string>();
      return rejectWith(409, 'taken', (operation, request) => {
        const keys = keysOf(operation, reader.read(request)?.body);
        const isTaken = keys.some((key) => taken.has(key));
        for (const key of keys) taken.add(key);
        return isTaken;
      });
    },
  };
}

const rateLimit: Variation = {
  description: 'responds 429 with Retry-After to every ninth request',
  aspect: 'state',
  mutate: () => {
    let count = 0;
    return {
      ...rejectWith(429, 'too many requests', () => ++count % 9 === 0),
      onResponse: (_, __, response) => (response.status === 429 ? withHeader(response, 'retry-after', '0') : response),
    };
  },
};

/** Rejects the selected requests with a status, if the operation documents it. */
function rejectWith(
  status: number,
  description: string,
  isRejected: (operation: Operation, request: ReceivedRequest) => boolean,
): Mutation {
  return {
    onValidated(request, validation) {
      const { operation, problems } = validation;
      if (!operation || problems.length > 0 || !operation.response(status)) return validation;
      return isRejected(operation, request)
        ? { ...validation, problems: [{ status, message: description }] }
        : validation;
    },
  };
}
