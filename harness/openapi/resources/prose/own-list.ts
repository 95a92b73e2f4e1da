import type { OpenApiDocument } from '../../document.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { sentencesAbout } from './conflicts.ts';

const USER = '(?:user|customer|member|account|person)';
const SENDER = `(?:the|a) (?:(?:currently )?(?:signed|logged|authenticated)[- ]in|current|authenticated|requesting|calling) ${USER}`;
/** What others than whoever created it may see, or not all of it. */
const UNCERTAIN =
  /\b(?:if|unless|and|or|teams?|shared|access\w*|visible|assigned|organi[sz]ations?|workspaces?|follow\w*|feed|watch\w*|participat\w*|public|admins?|staff|except|can|may|favou?rites?|saved|recommended|suggested|unless|except)\b/;

/** Who sees more than that. */
const OTHERS =
  /\b(?:admins?|administrators?|staff|managers?|teams?|everyone|everybody|all users|organi[sz]ations?|shared)\b/;

/** True if the document says that a list has the records of whoever sends the request: `Your orders`, `The orders of the signed-in customer`. */
export function listsOwn(
  document: OpenApiDocument,
  { words }: Pick<ResourceType, 'words'>,
  { operation, role }: ResourceOperation,
): boolean {
  if (role !== 'list') return false;
  const noun = words.join(' ').replace(/y$/, '(?:y|ie)');
  const verb = '(?:(?:list|get|show|return|fetch|retrieve)s? )?(?:all )?(?:of )?';
  const made = '(?:that )?(?:of|for|belong(?:ing)? to|(?:placed|created|made|owned) by)';
  const tail = '(?:,.*| (?:sorted|ordered|newest|latest|most recent|by|in|with|page) .*)?$';
  const own = new RegExp(
    `^${verb}(?:your|my)(?: own)? ${noun}e?s?${tail}|^${verb}(?:the )?${noun}e?s ${made} ${SENDER}${tail}`,
  );
  const told = sentencesAbout(document, operation);
  return told.some((each) => own.test(each) && !UNCERTAIN.test(each)) && !told.some((each) => OTHERS.test(each));
}
