const ANY_CASE =
  /\bcase[- ]?insensitiv|\b(?:regardless of|whatever|ignor(?:es?|ing)|without regard to) (?:the |its |their )?(?:letter |upper |lower )?case\b|\bin upper or lower case\b|\bupper[- ]?(?:case)? and lower[- ]?case (?:letters )?(?:make no difference|are the same|do not differ|count as)\b/i;

/** What is said of a choice, or of something else: `case insensitive search (like)`, `keys to the left of operators are case insensitive`. */
const UNCERTAIN =
  /\b(?:whether|unless|modifiers?|operators?|(?:field|attribute|column|parameter|header) names)\b|\bnot case\b|\bcase[- ]sensitiv/i;

/** True where the document says that texts which differ in letter case alone are the same: `ignoring case`, `upper and lower case make no difference`. */
export function saysAnyCase(text: string): boolean {
  return text.split(/[.;\n]/).some((sentence) => ANY_CASE.test(sentence) && !UNCERTAIN.test(sentence));
}
