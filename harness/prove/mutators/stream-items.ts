import { isSamePart } from '../../core/clause-part.ts';
import { isObject, stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { Clause, JsonValue } from '../../core/model.ts';
import { invalidMutations, type ValueMutation } from '../../generate/values/boundary/mutate-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { contentSchemas } from '../../openapi/streams/event-data.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { isReadBack, itemOf, type StreamUnderTest, streamBody } from '../documented-stream.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { equivalentFindings, findViolations } from './find-violation.ts';
import { mutateResponses } from './mutate-response.ts';

/** An item that violates clauses. */
interface BrokenItem {
  readonly label: string;
  readonly clauses: readonly Clause[];
  readonly item: JsonValue;
  readonly equivalent?: Pick<Mutant, 'equivalentFindings'>;
}

/** Mutants whose streams have a second item that violates its schema. */
export function* invalidItemMutants(context: MutationContext): Generator<Mutant> {
  for (const response of context.responses) {
    const { stream, spec } = response;
    if (!stream) continue;
    const killed = new Set<string>();
    for (const { label, clauses, item, equivalent } of brokenItems(context, response, stream, killed)) {
      if (!isReadBack(stream, item)) continue;
      const body = streamBody(stream, [itemOf(stream), item]);
      const [first, ...others] = clauses.filter(({ id }, index) => index === 0 || !killed.has(id));
      for (const clause of first ? [first, ...others] : []) {
        killed.add(clause.id);
        yield createMutant(context.operation, {
          clause,
          mutator: 'stream',
          description: `responds ${spec.key} with a stream in whose second item ${label}`,
          ...equivalent,
          mutate: mutateResponses(context, response, (given) => ({ ...given, body })),
        });
      }
    }
  }
}

function* brokenItems(
  context: MutationContext,
  { spec }: ResponseUnderTest,
  stream: StreamUnderTest,
  killed: ReadonlySet<string>,
): Generator<BrokenItem> {
  const { contract, operation } = context;
  const { schema } = stream.media.stream;
  const { value } = stream;
  if (schema === undefined || value === undefined) return;
  const part = clauseParts.responseBody(spec, stream.media.type);
  const clausesOf = ({ violated }: ValueMutation) =>
    violated.map((pointer) => contract.clauseAt(operation, part, pointer));
  const broken = (violation: ValueMutation, item: JsonValue): BrokenItem => ({
    label: labelOf(violation),
    clauses: clausesOf(violation),
    item,
  });
  for (const violation of invalidMutations(contract, schema, value, 'response'))
    yield broken(violation, itemOf(stream, violation.value));
  if (isObject(value))
    for (const violation of dataViolations(context, schema, value))
      yield broken(violation, { ...value, data: stringifyJson(violation.value) });
  const missing = contract
    .clausesOf(operation)
    .filter((clause) => isSamePart(clause.part, part) && clause.instancePath.startsWith('/*') && !killed.has(clause.id))
    .map((clause) => ({ ...clause, instancePath: clause.instancePath.slice('/*'.length) }));
  if (missing.length === 0) return;
  for (const found of findViolations(context, { part, schema, value, direction: 'response' }, missing))
    yield {
      label: labelOf(found.violation),
      clauses: [found.clause],
      item: itemOf(stream, found.violation.value),
      equivalent: equivalentFindings(found),
    };
}

/** Violations by the JSON in the data of an event. */
function* dataViolations({ contract }: MutationContext, schema: string, event: JsonValue): Generator<ValueMutation> {
  const data = isObject(event) ? event['data'] : undefined;
  const parsed = typeof data === 'string' ? tryParseJson(data) : undefined;
  if (!parsed || 'error' in parsed) return;
  for (const pointer of contentSchemas(contract, schema, event, 'data'))
    yield* invalidMutations(contract, pointer, parsed.value, 'response');
}

function labelOf({ label, path }: ValueMutation): string {
  return path === '' ? `the whole value ${label}` : label;
}
