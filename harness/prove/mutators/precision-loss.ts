import { parts } from '../../openapi/clauses/clauses.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseJsonBytes, setMember, writeJson } from '../../core/json/index.ts';
import { join } from '../../core/json/pointer.ts';
import { ExactNumber, type Json, type JsonObject } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';

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
        alter: changed(subject, response, name, (value) =>
          value instanceof ExactNumber ? Number(value.text) : undefined,
        ),
      });
    }
  }
}

/** Answers that send back a text of the request as what reads UTF-8 as Latin-1 makes of it. */
export function* misreadTexts(subject: Subject): Generator<Break> {
  const { contract, operation, full } = subject;
  for (const response of subject.responses) {
    const { json, body, effect, spec } = response;
    if (effect !== 'accepted' || !json || !isObject(body) || !isObject(full?.body)) continue;
    const schema = contract.document.resolve(json.schema).pointer;
    for (const name of Object.keys(body)) {
      const member = contract.document.at(join(schema, 'properties', name));
      // Text with further demands may never hold what can be misread.
      if (!isObject(member) || Object.keys(member).some((keyword) => DEMANDS.includes(keyword))) continue;
      if (member['type'] !== 'string' || typeof full.body[name] !== 'string') continue;
      yield makeBreak(operation, {
        clause: contract.clauseAt(
          operation,
          parts.responseBody(spec, json.type),
          join(schema, 'properties', name, 'type'),
        ),
        kind: 'exactness',
        says: `sends /${name} back as UTF-8 that was read as Latin-1`,
        alter: changed(subject, response, name, (value) =>
          typeof value === 'string' && !/^[\0-\x7f]*$/.test(value) ? Buffer.from(value).toString('latin1') : undefined,
        ),
      });
    }
  }
}

const DEMANDS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];

/** Changes the values of a member that are not held, and none that would leave the schema by it, which another check would see. */
function changed(
  { contract, operation }: Subject,
  { spec, json }: Documented,
  name: string,
  change: (value: Json | undefined) => Json | undefined,
): Break['alter'] {
  return (show) => ({
    answered(_, judgement, answer) {
      if (judgement.operation !== operation || operation.response(answer.status)?.key !== spec.key) return answer;
      const body = parseJsonBytes(answer.body);
      const next = isObject(body) ? change(body[name]) : undefined;
      if (!isObject(body) || next === undefined) return answer;
      const altered = replaced(body, name, next);
      if (json && !contract.schemas.accepts(json.schema, altered, 'response')) return answer;
      show();
      return { ...answer, body: Buffer.from(writeJson(altered)) };
    },
  });
}

function replaced(body: JsonObject, name: string, value: Json): JsonObject {
  const copy: JsonObject = { ...body };
  setMember(copy, name, value);
  return copy;
}
