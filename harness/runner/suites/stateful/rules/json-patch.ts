import { isObject } from '../../../../core/json/index.ts';
import { escapeToken } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone, type Sequence, type Subject } from '../steps/sequence.ts';
import { verifyPatched } from './patched.ts';

/** Replaces single properties of a record by JSON Patch; the others stay (RFC 6902 section 4.3). */
export async function verifyJsonPatch(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, pool, contract } = sequence;
  const writer = subject.record.origin;
  for (const operation of sequence.operations('patch').filter(({ patch }) => patch === 'json-patch')) {
    const schema = requestMediaType(operation.operation)?.schema;
    const values = pool.candidates.body(writer.operation, 'all', 9);
    if (!isObject(values) || writer.request?.envelope !== '') continue;
    let accepted = 0;
    for (const name of patchable(sequence, writer, Object.keys(values))) {
      const value = values[name] as JsonValue;
      const body: JsonValue = [{ op: 'replace', path: `/${escapeToken(name)}`, value }];
      if (schema !== undefined && !contract.schemas.accepts(schema, body, 'request')) continue;
      const spec = sequence.requestFor(operation, subject.record, body);
      if (!spec) continue;
      const step = await sequence.change(operation, subject.record, spec, `replace ${name} of the ${type.name}`);
      if (!isDone(step)) continue;
      accepted++;
      await verifyPatched(sequence, subject, step, sequence.expectedOf(writer, { [name]: value }));
    }
    if (accepted === 0) sequence.notes.push(`${operation.operation.id} accepted no valid request`);
  }
}

/** The properties that a read shows as they are sent, one after another. */
function patchable(sequence: Sequence, writer: ResourceOperation, names: readonly string[]): string[] {
  return names.filter((name) => sequence.expectedOf(writer, { [name]: 'any' }).length > 0);
}
