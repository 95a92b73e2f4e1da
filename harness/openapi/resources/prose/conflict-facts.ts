import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceType } from '../model.ts';
import { words } from '../names.ts';
import { factIn, type RecordFact, recordFacts } from '../record-facts.ts';
import { conflictText } from './conflicts.ts';

/**
 * What a record that a request names may not be, as the document says in words of the conflicts of the operation: `409 if the copy is on
 * loan`, `409 archived vehicle`.
 */
export function conflictFacts(contract: Contract, operation: Operation, named: ResourceType): readonly RecordFact[] {
  const byType = known.get(operation) ?? new Map<string, readonly RecordFact[]>();
  const facts = byType.get(named.name) ?? readFacts(contract, operation, named);
  known.set(operation, byType.set(named.name, facts));
  return facts;
}

const known = new WeakMap<Operation, Map<string, readonly RecordFact[]>>();

function readFacts(contract: Contract, operation: Operation, named: ResourceType): RecordFact[] {
  const text = conflictText(contract, operation);
  if (!text) return [];
  const told = text.general
    .flatMap((sentence) => sentence.split(','))
    .flatMap((clause) => /\b(?:409|conflicts?)\b(.*)$/.exec(clause)?.[1] ?? []);
  const type = named.words.join(' ');
  const article = '(?:(?:the|an?|its|this) )?';
  const before = new RegExp(`^(?:(?:if|when|while|for|on|with) )?${article}(.+) ${type}$`);
  const after = new RegExp(
    `^(?:(?:if|when|while) )?${article}${type} (?:is|was|has been) (?:already |still )?(.+?)(?: already)?$`,
  );
  const facts = recordFacts(contract.document, named);
  return [...told, ...text.ofResponse].flatMap((clause) => {
    const plain = words(clause).join(' ');
    const phrase = after.exec(plain)?.[1] ?? before.exec(plain)?.[1];
    return (phrase ?? '').split(' or ').flatMap((each) => factIn(facts, words(each)) ?? []);
  });
}
