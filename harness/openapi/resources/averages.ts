import type { ResourceType } from './model.ts';
import { nameKey, singularWords, topName, words } from './names.ts';

const AVERAGE = /^(?:average|avg|mean) (?:of )?(.+)$|^(.+) (?:average|avg|mean)$/;
/** What has a number for what people think of something, which that shows as their average. */
const REVIEW = /^(review|rating|feedback|testimonial|evaluation)$/;
const OPINION = /^(rating|score|star)$/;

/** A property that the service sets to the average of a property of records below one, that belong to it or refer to it. */
export interface Average {
  /** JSON Pointer of a property at the top of the record above. */
  readonly pointer: string;
  /** JSON Pointer of a property at the top of the other records. */
  readonly rated: string;
}

/** What a name says is averaged: `rating` of `averageRating`, `avg_rating` and `ratingsAverage`. */
export function averagedBy(name: string): readonly string[] | undefined {
  const [, after, before] = AVERAGE.exec(words(name).join(' ')) ?? [];
  const noun = after ?? before;
  return noun === undefined ? undefined : singularWords(noun.split(' '));
}

/** Finds the averages of the records of one type in those above them: `averageRating` of a product with reviews, and its `rating`. */
export function childAverages(child: ResourceType, parent: ResourceType): Average[] {
  const rated = numbersOf(child).filter(({ isSet }) => !isSet);
  if (rated.length === 0) return [];
  const isReview = REVIEW.test(child.words.at(-1) ?? '');
  return numbersOf(parent).flatMap(({ name, pointer, isSet }): Average[] => {
    const averaged = isSet ? averagedBy(name) : undefined;
    const own = singularWords(words(name));
    const isOpinion = isSet && isReview && OPINION.test(own.join(' '));
    const found = rated.find((each) => {
      const key = nameKey(each.name);
      if (averaged)
        return key === nameKey(averaged) || nameKey([...child.words, ...words(each.name)]) === nameKey(averaged);
      return isOpinion && key === nameKey(own);
    });
    return found ? [{ pointer, rated: found.pointer }] : [];
  });
}

interface NumberProperty {
  readonly name: string;
  readonly pointer: string;
  /** True if only the service sets it. */
  readonly isSet: boolean;
}

/** The numbers at the top of the records that a type shows. */
function numbersOf({ operations, properties }: ResourceType): NumberProperty[] {
  const shows = (role: string) => operations.find((each) => each.role === role && each.response !== undefined);
  const { response } = shows('read') ?? shows('list') ?? {};
  const set = new Set(properties.flatMap(({ pointer, serverSet }) => (serverSet === undefined ? [] : pointer)));
  return (response?.properties ?? []).flatMap(({ pointer, types }) => {
    const name = topName(pointer);
    const isNumber = types.includes('number') || types.includes('integer');
    return name === undefined || !isNumber ? [] : [{ name, pointer, isSet: set.has(pointer) }];
  });
}
