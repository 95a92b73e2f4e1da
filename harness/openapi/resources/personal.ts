import type { Operation } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import type { ResourceType } from './model.ts';
import { words } from './names.ts';
import { isAccountName, isCartName, isPrefix } from './operations/verbs.ts';
import { sentencesAbout } from './prose/conflicts.ts';

/** What each user has alone, where it is at the root. */
const OWN = /^(my \w+|wish ?lists?|favou?rites?|watch ?lists?|bookmarks|settings|preferences)$/;
/** Of whom there are several below an account that they share. */
const COMPANY = /^(users?|members?|memberships?|teams?|employees?|staff|seats?|invitations?|invites?|roles?)$/;
const ADMIN = /^(admin|administration|backoffice|back office|system|internal|management)$/;
/** What settings are of, if not of a user. */
const SHARED =
  /\b(?:organi[sz]ations?|workspaces?|compan(?:y|ies)|tenants?|teams?|stores?|shops?|sites?|global(?:ly)?|systems?|servers?|devices?|applications?|apps?|instances?|admins?|administrators?|everyone|everybody|all users|shared)\b/;

/** True for records that each user has alone: those of `/cart`, `/me/addresses` and `/me/preferences`, and `/settings` that take credentials. */
export function isPersonal(
  document: OpenApiDocument,
  type: ResourceType,
  all: readonly ResourceType[],
  requiresCredentials: (operation: Operation) => boolean,
): boolean {
  const fixed = fixedSegments(type);
  if (fixed.some((each) => ADMIN.test(each.join(' ')))) return false;
  const account = fixed.find((each) => isAccountName(each.join(' ')));
  if (account) return !isOfCompany(account.join(' '), all);
  if (fixed.some((each) => isCartName(each.join(' ')))) return true;
  if (!OWN.test(fixed[0]?.join(' ') ?? '')) return false;
  const operations = type.operations.map(({ operation }) => operation);
  const isShared = operations.some((each) => sentencesAbout(document, each).some((sentence) => SHARED.test(sentence)));
  return !isShared && operations.every(requiresCredentials);
}

/** The words of the segments before the first parameter of a path, without those that all paths have. */
function fixedSegments({ item, collection }: ResourceType): (readonly string[])[] {
  const segments = (item ?? collection ?? '').split('/').filter((each) => !isPrefix(each));
  const end = segments.findIndex((each) => each.includes('{'));
  return segments.slice(0, end < 0 ? undefined : end).map(words);
}

function isOfCompany(account: string, all: readonly ResourceType[]): boolean {
  return all.some((type) => {
    const names = fixedSegments(type).map((each) => each.join(' '));
    return COMPANY.test(names[names.indexOf(account) + 1] ?? '') && names.includes(account);
  });
}
