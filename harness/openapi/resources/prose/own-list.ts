import type { OpenApiDocument } from '../../document.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { nameKey, words as wordsOf } from '../names.ts';
import { isAccountName } from '../operations/verbs.ts';
import { sentencesAbout } from './conflicts.ts';

const USER = '(?:user|customer|member|account|person)';
const SENDER = `(?:the|a) (?:(?:currently )?(?:signed|logged|authenticated)[- ]in|current|authenticated|requesting|calling) ${USER}`;
/** What each sentence has that says so: an expression for each type takes time to compile. */
const OF_SENDER = new RegExp(`\\b(?:your|my)\\b|${SENDER}`);
/** What others than whoever created it may see, or not all of it. */
const UNCERTAIN =
  /\b(?:if|unless|and|or|teams?|shared|access\w*|visible|assigned|organi[sz]ations?|workspaces?|follow\w*|feed|watch\w*|participat\w*|public|admins?|staff|except|can|may|favou?rites?|saved|recommended|suggested|unless|except)\b/;

/** Who sees more than that. */
const OTHERS =
  /\b(?:admins?|administrators?|staff|managers?|teams?|everyone|everybody|all users|organi[sz]ations?|shared)\b/;

/** What is of whoever made it, and of nobody else, where it is below `/me`; a team or a conversation has several members. */
const OF_ONE =
  /^(?:order|purchase|booking|reservation|appointment|rental|loan|return|quote|payment|invoice|review|rating|post|comment|article|recipe|listing|upload|application|subscription)$/;

/** True if the document says that a list has the records of whoever sends the request: `Your orders`, `The orders of the signed-in customer`; or `/me/orders`. */
export function listsOwn(
  document: OpenApiDocument,
  { words }: Pick<ResourceType, 'words'>,
  { operation, role }: ResourceOperation,
): boolean {
  if (role !== 'list') return false;
  const told = sentencesAbout(document, operation);
  if (isBelowAccount(operation.path, words)) return !told.some((each) => UNCERTAIN.test(each) || OTHERS.test(each));
  const certain = told.filter((each) => OF_SENDER.test(each) && !UNCERTAIN.test(each));
  if (certain.length === 0 || told.some((each) => OTHERS.test(each))) return false;
  const noun = words.join(' ').replace(/y$/, '(?:y|ie)');
  const verb = '(?:(?:list|get|show|return|fetch|retrieve)s? )?(?:all )?(?:of )?';
  const made = '(?:that )?(?:of|for|belong(?:ing)? to|(?:placed|created|made|owned) by)';
  const tail = '(?:,.*| (?:sorted|ordered|newest|latest|most recent|by|in|with|page) .*)?$';
  const own = new RegExp(
    `^${verb}(?:your|my)(?: own)? ${noun}e?s?${tail}|^${verb}(?:the )?${noun}e?s ${made} ${SENDER}${tail}`,
  );
  return certain.some((each) => own.test(each));
}

function isBelowAccount(path: string, words: readonly string[]): boolean {
  const [account = '', last = ''] = path.split('/').slice(-2);
  return OF_ONE.test(words.join(' ')) && nameKey(wordsOf(last)) === nameKey(words) && isAccountName(account);
}
