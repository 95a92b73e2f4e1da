import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceOperation, Role } from '../model.ts';
import type { Assignment } from '../operations/operation-roles.ts';
import type { InferredType, InferredTypes } from '../types/inferred-type.ts';
import type { PathNode, PathTree } from '../types/path-tree.ts';
import type { NamedTypes } from './correct-types.ts';
import { type Located, type TypeCorrection, unknownInDocument } from './corrections.ts';

/**
 * Applies what the configuration gives of the roles of operations. An operation that it names for a role takes the place of the guess.
 * @throws {InputError} with the line of an operation that the document does not have
 */
export function correctRoles(
  contract: Contract,
  tree: PathTree,
  { types, names, corrections }: NamedTypes,
  guessed: ReadonlyMap<string, Assignment>,
): ReadonlyMap<string, Assignment> {
  if (corrections.size === 0) return guessed;
  const configured = new Map<string, Assignment>();
  for (const [inferred, { operations }] of corrections)
    for (const { role, operation: given } of operations) {
      const operation = findOperation(contract, given);
      const scope = scopeOf(tree.nodeOf(operation), inferred, types);
      const guess = guessed.get(operation.id);
      const creates = role === 'create' || (role === 'update' && guess?.inferred === inferred && guess.creates);
      const filtered = role === 'list' && scope !== 'collection';
      configured.set(operation.id, { inferred, role, scope, creates, filtered, reason: 'the configuration has it' });
    }
  const assignments = [...guessed].map(([id, guess]): [string, Assignment] => [
    id,
    configured.get(id) ?? corrected(guess, names, corrections),
  ]);
  return new Map(assignments);
}

function corrected(
  guess: Assignment,
  names: ReadonlyMap<InferredType, string>,
  corrections: ReadonlyMap<InferredType, TypeCorrection>,
): Assignment {
  const { inferred, role } = guess;
  if (inferred === undefined) return guess;
  if (!names.has(inferred))
    return { ...guess, inferred: undefined, creates: false, reason: 'the configuration ignores its resource type' };
  const isReplaced = corrections.get(inferred)?.operations.some((each) => each.role === role) === true;
  if (!isReplaced || role === 'action') return guess;
  const reason = `the configuration names another operation for ${role}`;
  return { ...guess, role: REPLACED.get(role) ?? 'other', creates: false, reason };
}

/** What remains of an operation whose role another one takes: it still changes records, or reads them. */
const REPLACED: ReadonlyMap<Role, Role> = new Map([
  ['create', 'action'],
  ['update', 'action'],
  ['patch', 'action'],
  ['delete', 'action'],
]);

function scopeOf(
  node: PathNode | undefined,
  inferred: InferredType,
  { byCollection }: InferredTypes,
): ResourceOperation['scope'] {
  if (node === undefined) return 'other';
  if (node === inferred.item) return inferred.singleton ? 'singleton' : 'item';
  return node === inferred.collection || byCollection.has(node) ? 'collection' : 'other';
}

function findOperation(contract: Contract, { value, location }: Located<string>): Operation {
  const operation = contract.operation(value);
  if (operation) return operation;
  const known = contract.operations.flatMap(({ id, method, path }) => [id, `${method} ${path}`]);
  throw unknownInDocument(`the document has no operation ${value}`, value, known, location);
}
