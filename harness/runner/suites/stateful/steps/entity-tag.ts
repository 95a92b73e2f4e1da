import { headerValues } from '../../../../core/http-response.ts';
import { jsonEqual } from '../../../../core/json/equal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import type { Step } from '../../../pool/journal.ts';
import { type Difference, shownProperties } from './expected-properties.ts';
import type { Observation } from './observe.ts';

/** The strong entity tags that reads have shown. */
export class EntityTags {
  private readonly seen = new Set<string>();

  /** What two reads with the same tag show otherwise, of what clients send; a tag that all records have is none. */
  compare(
    type: ResourceType,
    reader: ResourceOperation,
    now: Observation,
    before: Observation | undefined,
  ): Difference[] {
    const { record } = now;
    const tag = strongTag(now.step);
    if (tag !== undefined) this.seen.add(tag);
    if (tag === undefined || record === undefined || before?.record === undefined) return [];
    if (tag !== strongTag(before.step) || this.seen.size < 2) return [];
    return shownProperties(before.record, type, reader).flatMap(({ pointer, value }) => {
      const actual = getAt(record, pointer);
      return actual === undefined || jsonEqual(value, actual) ? [] : [{ pointer, expected: value, actual }];
    });
  }
}

/** A weak entity tag may be that of similar representations too (RFC 9110 section 8.8.1). */
export function strongTag({ response }: Step): string | undefined {
  const [tag] = response ? headerValues(response, 'etag') : [];
  return tag?.startsWith('W/') ? undefined : tag;
}
