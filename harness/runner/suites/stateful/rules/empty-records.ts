import { getOwn, isObject } from '../../../../core/json/index.ts';
import { parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { isLine, lineArrays, rejectsEmpty } from '../../../../openapi/resources/prose/emptiness.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { isHeld } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 91;

/** An action that the document says is rejected for a record with nothing in it, such as the checkout of an empty cart, is so. */
export async function verifyEmptyRecords(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  const { contract, type } = sequence;
  for (const action of actions.filter(({ operation }) => rejectsEmpty(contract, operation, type.words))) {
    const subject = await createEmpty(sequence);
    if (!subject || !(await isHeld(sequence, subject, action, 'that is empty'))) return;
  }
}

/** A record of which a read shows that there is nothing in it; undefined if there is none. */
async function createEmpty(sequence: Sequence): Promise<Subject | undefined> {
  const { contract, pool, reader, type } = sequence;
  const names = lineArrays(reader?.response?.properties ?? []);
  const by = sequence.operations('create').find(({ scope }) => scope === 'collection');
  if (names.length === 0 || !by) return undefined;
  const required = pool.candidates.body(by.operation, 'required', VARIANT);
  const body = required === undefined ? undefined : withoutLines(by, required);
  if (body !== undefined && !acceptsBody(contract, by.operation, body)) return undefined;
  const subject = await createSubject(sequence, { variant: VARIANT, by, ...(body === undefined ? {} : { body }) });
  const seen = subject && (await sequence.read({ ...subject, expected: [] }, `read the ${type.name} without lines`));
  const { record } = seen ?? {};
  if (!subject || !isObject(record)) return undefined;
  const lines = names.map((name) => getOwn(record, name));
  subject.expected = constantProperties(sequence, record);
  return lines.every((each) => Array.isArray(each) && each.length === 0) ? subject : undefined;
}

/** A body that has no lines, where it has to have an array of them. */
function withoutLines({ request }: ResourceOperation, body: JsonValue): JsonValue {
  const lines = (request?.properties ?? []).filter(({ pointer, types }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    return inner.length === 0 && types.includes('array') && isLine(words(name));
  });
  return lines
    .filter(({ required }) => required)
    .reduce((whole, { pointer }) => replaceAt(whole, (request?.envelope ?? '') + pointer, []), body);
}
