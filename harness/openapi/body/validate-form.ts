import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { setMember } from '../../core/json/index.ts';
import { join } from '../../core/json/pointer.ts';
import { readShape } from '../schema/effective-schema.ts';
import type { JsonObject, MediaType } from '../../core/model.ts';
import type { Problem } from '../../mock/types.ts';
import { type Field, type FieldReader, fieldReader, undeclaredReader } from './read-form-field.ts';
import { bodySentence } from '../schema/sentences.ts';

/** What is wrong with the fields of a form. */
export type FormJudge = (fields: readonly Field[]) => Problem[];

/** Pointer of the schema of each declared member. */
type Members = ReadonlyMap<string, string>;

interface ReadForm {
  readonly value: JsonObject;
  /** What says of a member that cannot be read, by its name. */
  readonly malformed: ReadonlyMap<string, string>;
}

const MAX_READINGS = 64;

/** Compiles the judging of forms: each member is read as its schema and the media type's encoding say, and then judged by the schema. */
export function formJudge(contract: Contract, type: MediaType): FormJudge {
  const { document, schemas } = contract;
  const { schema } = type;
  if (schema === undefined) return () => [];
  const { additional } = readShape(document, schema, 'request');
  const rest = typeof additional === 'string' ? additional : undefined;
  const readings = memberSets(document, schema).map((members) =>
    [...members].map(([name, place]) => fieldReader(document, type, name, place)),
  );
  const judge = (readers: readonly FieldReader[], fields: readonly Field[]): Problem[] => {
    const { value, malformed } = readForm(document, readers, rest, fields);
    const errors = schemas.validate(schema, value, 'request').filter(({ path }) => !malformed.has(path.slice(1)));
    return [
      ...[...malformed].map(([name, says]) => ({ status: 400, says: `body member ${name} ${says}` })),
      ...errors.map((error) => ({ status: 422, says: bodySentence(error) })),
    ];
  };
  return (fields) => {
    const judged = readings.map((readers) => judge(readers, fields));
    return judged.reduce((best, problems) => (problems.length < best.length ? problems : best));
  };
}

/** The members that a schema declares, once for each combination of its alternatives: each of them may declare a member as it likes. */
function memberSets(document: OpenApiDocument, schema: string, depth = 0): Members[] {
  const { properties, alternatives } = readShape(document, schema, 'request');
  const own: Members = new Map([...properties].map(([name, [place]]) => [name, place ?? join(schema, name)]));
  if (depth > 10) return [own];
  return alternatives
    .reduce<Members[]>(
      (sets, list) => {
        const branches = list.flatMap((branch) => memberSets(document, branch, depth + 1));
        return sets.flatMap((set) => branches.map((branch) => new Map([...set, ...branch])));
      },
      [own],
    )
    .slice(0, MAX_READINGS);
}

function readForm(
  document: OpenApiDocument,
  readers: readonly FieldReader[],
  rest: string | undefined,
  fields: readonly Field[],
): ReadForm {
  const value: JsonObject = {};
  const malformed = new Map<string, string>();
  const declared = new Set(readers.map(({ name }) => name));
  const undeclared = new Set(fields.map(([name]) => name).filter((name) => !readers.some((each) => each.owns(name))));
  const others = [...undeclared].map((name) => undeclaredReader(document, name, rest));
  for (const reader of [...readers, ...others]) {
    const own = fields.filter(([field]) => field === reader.name || !declared.has(field));
    const found = reader.read(own);
    if (found.state === 'malformed') malformed.set(reader.name, found.says);
    if (found.state === 'read') setMember(value, reader.name, found.value);
  }
  return { value, malformed };
}
