import type { Contract } from '../../contract.ts';
import type { ResourceType } from '../model.ts';
import { setWhen } from '../representations/timestamps.ts';
import { textsOf } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** A number that rises with each change of a record, as the document says in words. */
export interface ToldCount {
  /** JSON Pointer of a property that the service sets. */
  readonly pointer: string;
  /** By which methods. */
  readonly by: readonly ('PATCH' | 'PUT')[];
  /** What the document says. */
  readonly text: string;
}

const RISES =
  '(?:(?:one|1) (?:more|higher)|increased?|increases|incremented|increments|raised|rises|bumped|goes up|counts up|grows)';
const BY = '(?: (?:automatically|by (?:one|1|the (?:server|service))))*';
const EACH = '(?:after|at|with|on|upon|by|for) (?:each|every|any)';
const CHANGE = '(?:change|update|modification|write|edit|save|patch|put|deletion|delete|restoration|restore)';
const REQUEST = `(?:(?:successful|accepted) )?${CHANGE}(?: request)?`;
const CHANGED = '(?:changed|updated|modified|edited|saved)';
/** What may be meant by it: `not incremented on every save`, `major version`. */
const UNCERTAIN =
  /\b(?:not|never|no|without|may|might|can|could|should|usually|if|when|unless|except|only|until|major|minor|publish\w*|draft)\b/;
const GENERAL = /\b(?:changed?|updated?|modification|modified|writes?|edit(?:ed)?|saved?)\b/;

/** Reads `Incremented on every update`, `one more after each successful PATCH`, `raised by one each time the book is changed`. */
export function toldChangeCount({ document }: Contract, type: ResourceType): ToldCount | undefined {
  const shown = type.operations.find(({ role, response }) => role === 'read' && response !== undefined)?.response;
  for (const property of shown?.properties ?? []) {
    const { pointer } = property;
    const own = type.properties.find((each) => each.pointer === pointer);
    if (setWhen(property, own) !== 'counted' || pointer.includes('/', 1)) continue;
    const sentences = textsOf(document, shown?.schemas ?? [], { pointer, direction: 'response' }).flatMap(sentencesOf);
    for (const text of sentences) {
      const by = changesIn(text, type);
      if (by.length > 0) return { pointer, by, text };
    }
  }
  return undefined;
}

function changesIn(text: string, { words }: ResourceType): ToldCount['by'] {
  const record = `(?:${[words.join(' '), words.at(-1), 'record', 'resource', 'entity', 'object', 'document'].join('|')})`;
  const list = `${REQUEST}(?:(?:,| and| or|, and|, or) (?:(?:each|every) )?${REQUEST})*`;
  const ofIt = `(?: (?:of|to|in) (?:the|this|its|an?) ${record})?`;
  const times = `,? (?:each|every) time (?:the|this|an?) ${record} (?:is|was|has been) (${CHANGED})`;
  const told = new RegExp(`^(.*?)\\b${RISES}${BY}(?: ${EACH} (${list})${ofIt}|${times})$`).exec(text);
  if (!told || UNCERTAIN.test(text)) return [];
  const [, before = '', each, time = ''] = told;
  // `Version of the price list, raised with each change` is that of something else.
  const others = [...before.matchAll(/\b(?:of|for) (?:(?:the|this|its|an?) )?([\w ]+)/g)];
  if (others.some(([, phrase = '']) => !new RegExp(`^${record}\\b`).test(phrase))) return [];
  const changes = each ?? time;
  if (GENERAL.test(changes)) return ['PATCH', 'PUT'];
  return [
    ...(/\bpatch\b/.test(changes) ? (['PATCH'] as const) : []),
    ...(/\bput\b/.test(changes) ? (['PUT'] as const) : []),
  ];
}
