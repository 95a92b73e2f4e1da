import { parts } from '../../contract/clauses.ts';
import { variants } from '../../contract/variants.ts';
import type { MediaType } from '../../model.ts';
import { drawn } from '../drawn.ts';
import type { Ground, Planned } from './plan.ts';

/** Bodies that are drawn to reach what the plain one does not have. */
const DRAWN = 12;

/** Bodies for the clauses that no variant of the plain body is about, such as those of another alternative: one for each. */
export function* furtherBodies(
  { contract, fresh, operation, full }: Ground,
  { type, schema }: MediaType & { readonly schema: string },
  exercised: ReadonlySet<string>,
): Generator<Planned> {
  const part = parts.requestBody(type);
  const all = contract.clausesOf(operation).filter((clause) => clause.part === part && !exercised.has(clause.id));
  const missing = new Set(all.map(({ id }) => id));
  if (missing.size === 0) return;
  for (const [index, base] of drawn(contract, fresh, schema, 'request', DRAWN).entries())
    for (const { open, broken, about, label, value } of variants(contract, schema, base, 'request')) {
      if (missing.size === 0) return;
      const clauses = (broken.length > 0 ? broken : [about]).map((pointer) =>
        contract.clauseAt(operation, part, pointer),
      );
      const [first] = clauses;
      if (open || !first || !missing.delete(first.id)) continue;
      const intent = broken.length > 0 ? 'reject' : 'accept';
      yield { id: `other body ${index + 1} ${label}`, draft: { ...full, body: value }, intent, about: clauses };
    }
}
