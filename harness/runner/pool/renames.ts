import { isObject } from '../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { bodyOf, isDone, type Step } from './journal.ts';
import type { LiveRecord } from './live-record.ts';

/** Another identifier that a record has after a change. */
interface Rename {
  readonly identifiers: ReadonlyMap<string, JsonValue>;
  /** The property that it follows from. */
  readonly property: string;
  /** True if the response to the change shows it; else a read has to. */
  readonly isShown: boolean;
}

/** Shorter texts are in many others. */
const MIN_LETTERS = 3;

/**
 * Follows records whose identifier follows from a text that a change gives them, such as the slug of a title: where one change has
 * given a record another identifier, later ones leave that text as it is.
 */
export class Renames {
  private readonly known = new Map<ResourceType, ReadonlySet<string>>();

  /** The properties from which identifiers of a type follow, as far as changes have shown. */
  propertiesOf(type: ResourceType): ReadonlySet<string> {
    return this.known.get(type) ?? new Set();
  }

  /**
   * From now on names a record by the identifier that a change has given it.
   * @param isThere reads it by that, if the response to the change does not show it
   */
  async follow(
    record: LiveRecord,
    operation: ResourceOperation,
    step: Step,
    isThere: () => Promise<boolean>,
  ): Promise<void> {
    const rename = renameBy(record, operation, step);
    if (!rename) return;
    const { identifiers, renamedBy } = record;
    Object.assign(record, { identifiers: rename.identifiers, renamedBy: { operation, step } });
    if (rename.isShown || (await isThere()))
      this.known.set(record.type, new Set([...this.propertiesOf(record.type), rename.property]));
    else Object.assign(record, { identifiers, renamedBy });
  }

  /** The body of a change that leaves the record the identifiers that it has. */
  keepNames(record: LiveRecord, operation: ResourceOperation, body: JsonValue): JsonValue {
    const envelope = operation.request?.envelope ?? '';
    return [...this.propertiesOf(record.type)].reduce((whole, property) => {
      const at = envelope + appendTokens('', property);
      const text = lastOf(givenTexts(record, operation), property);
      return text === undefined || typeof getAt(whole, at) !== 'string' ? whole : replaceAt(whole, at, text);
    }, body);
  }
}

function renameBy(record: LiveRecord, operation: ResourceOperation, step: Step): Rename | undefined {
  if (!isDone(step)) return undefined;
  for (const [name, value] of record.identifiers) {
    const next = typeof value === 'string' ? nextIdentifier(record, operation, step, name, value) : undefined;
    if (next) return { ...next, identifiers: new Map([...record.identifiers, [name, next.value]]) };
  }
  return undefined;
}

function nextIdentifier(record: LiveRecord, operation: ResourceOperation, step: Step, name: string, value: string) {
  const shown = shownIdentifier(record, operation, step, name);
  for (const { property, before, after } of changedTexts(record, operation, step)) {
    if (!follows(value, before) || follows(value, after)) continue;
    const spell = SPELLINGS.find((each) => value.includes(each(before)));
    if (shown === undefined && spell)
      return { property, value: value.replace(spell(before), spell(after)), isShown: false };
    if (shown !== undefined && shown !== value && follows(shown, after))
      return { property, value: shown, isShown: true };
  }
  return undefined;
}

/** What the response to a change shows where the creation, or a list, shows the identifier. */
function shownIdentifier({ type }: LiveRecord, { response }: ResourceOperation, step: Step, name: string) {
  const shown = getAt(bodyOf(step) ?? null, response?.envelope ?? '');
  const { bindings = [] } = type.identifiers.find((each) => each.name === name) ?? {};
  const tokens = bindings.flatMap(({ from }) =>
    from.in === 'response body' ? parsePointer(from.pointer).slice(-1) : [],
  );
  const values = isObject(shown) ? tokens.map((token) => shown[token]) : [];
  return values.find((each) => typeof each === 'string');
}

/** The texts that a change replaces, and those in place of them. */
function changedTexts(record: LiveRecord, operation: ResourceOperation, step: Step) {
  const earlier = givenTexts(record, operation, step);
  return [...textsIn(operation, step.spec.body)].flatMap(([property, after]) => {
    const before = lastOf(earlier, property);
    return before === undefined || before === after ? [] : [{ property, before, after }];
  });
}

/** The texts that a record was given before a step, the last ones last. */
function givenTexts({ sent, changes, origin, renamedBy }: LiveRecord, operation: ResourceOperation, until?: Step) {
  const done = changes.filter((each) => each !== until && isDone(each));
  const renamed = renamedBy ? [textsIn(renamedBy.operation, renamedBy.step.spec.body)] : [];
  return [textsIn(origin, sent), ...done.map(({ spec }) => textsIn(operation, spec.body)), ...renamed];
}

function lastOf(given: readonly ReadonlyMap<string, string>[], property: string): string | undefined {
  return given.findLast((each) => each.has(property))?.get(property);
}

function textsIn({ request }: ResourceOperation, body: JsonValue | undefined): Map<string, string> {
  const record = body === undefined ? undefined : getAt(body, request?.envelope ?? '');
  const entries = isObject(record) ? Object.entries(record) : [];
  return new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
}

function follows(identifier: string, text: string): boolean {
  const letters = bare(text);
  return letters.length >= MIN_LETTERS && bare(identifier).includes(letters);
}

/** How an identifier may have a text: as it is, or as a slug. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  ...['-', '_', ''].map((between) => (text: string) => slug(text, between)),
];

function slug(text: string, between: string): string {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part !== '').join(between);
}

/** Letters and digits alone: a slug has no others of a title. */
function bare(text: string): string {
  return slug(text, '');
}
