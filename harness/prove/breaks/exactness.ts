import { parts } from '../../contract/clauses.ts';
import { isNumber } from '../../contract/decimal.ts';
import { isObject, parseJsonBytes, setMember, writeJson } from '../../contract/json.ts';
import { join } from '../../contract/pointer.ts';
import { ExactNumber, type Json, type JsonObject } from '../../model.ts';
import { type Break, makeBreak } from '../break.ts';
import type { Documented, Subject } from '../subject.ts';

/** Answers that send back a number of the request as the double nearest to it. */
export function* roundedNumbers(subject: Subject): Generator<Break> {
  const { contract, operation, full } = subject;
  for (const response of subject.responses) {
    const { json, body, effect, spec } = response;
    if (effect !== 'accepted' || !json || !isObject(body) || !isObject(full?.body)) continue;
    const schema = contract.document.resolve(json.schema).pointer;
    for (const name of Object.keys(body)) {
      if (!isNumber(body[name]) || !isNumber(full.body[name])) continue;
      const format = join(schema, 'properties', name, 'format');
      if (contract.document.at(format) !== 'int64') continue;
      yield makeBreak(operation, {
        clause: contract.clauseAt(operation, parts.responseBody(spec, json.type), format),
        kind: 'exactness',
        says: `sends /${name} back as a double`,
        alter: throughDouble(subject, response, name),
      });
    }
  }
}

/** Changes the numbers that a double does not hold, and none that would leave the schema by it, which another check would see. */
function throughDouble({ contract, operation }: Subject, { spec, json }: Documented, name: string): Break['alter'] {
  return (show) => ({
    answered(_, judgement, answer) {
      if (judgement.operation !== operation || operation.response(answer.status)?.key !== spec.key) return answer;
      const body = parseJsonBytes(answer.body);
      const value = isObject(body) ? body[name] : undefined;
      if (!isObject(body) || !(value instanceof ExactNumber)) return answer;
      const rounded = replaced(body, name, Number(value.text));
      if (json && !contract.schemas.accepts(json.schema, rounded, 'response')) return answer;
      show();
      return { ...answer, body: Buffer.from(writeJson(rounded)) };
    },
  });
}

function replaced(body: JsonObject, name: string, value: Json): JsonObject {
  const copy: JsonObject = { ...body };
  setMember(copy, name, value);
  return copy;
}
