import { words } from '../../../openapi/resources/names.ts';

/** What a word for an order means, where it is the name of no property: properties of which the first that is there decides. */
export interface SortMeaning {
  readonly names: readonly string[];
  readonly isDescending: boolean;
}

const CREATED = ['createdAt', 'created', 'createdOn', 'dateCreated', 'creationDate', 'publishedAt', 'postedAt', 'date'];
const CHANGED = ['updatedAt', 'updated', 'modifiedAt', 'lastModified', 'lastUpdated'];
const RATED = ['averageRating', 'avgRating', 'ratingAverage', 'rating', 'score', 'stars'];
const LIKED = [
  'popularity',
  'likeCount',
  'likes',
  'favoriteCount',
  'favouriteCount',
  'favoritesCount',
  'viewCount',
  'views',
];
const MEANINGS: readonly (readonly [phrase: RegExp, names: readonly string[], isDescending: boolean])[] = [
  [/^(newest|latest|recent|most recent|new)( first)?$/, CREATED, true],
  [/^oldest( first)?$/, CREATED, false],
  [/^(recently|last) (updated|modified|changed)$/, CHANGED, true],
  [/^(rating|ratings|(top|best|highest) ?rated|highest rating)$/, RATED, true],
  [/^lowest (rated|rating)$/, RATED, false],
  [/^(popular|popularity|most (popular|liked|viewed)|trending)$/, LIKED, true],
  [/^(cheapest|lowest price|price low to high)$/, ['price', 'unitPrice', 'amount'], false],
  [/^(most expensive|highest price|price high to low)$/, ['price', 'unitPrice', 'amount'], true],
  [/^(alphabetical(ly)?|a z|az)$/, ['name', 'title'], false],
];

/** Reads `newest`, `rating`, `price_low_to_high`. @returns undefined for any other word */
export function sortMeaning(word: string): SortMeaning | undefined {
  const phrase = words(word).join(' ');
  const found = MEANINGS.find(([pattern]) => pattern.test(phrase));
  return found && { names: found[1], isDescending: found[2] };
}
