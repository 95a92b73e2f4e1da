const ANY_CASE =
  /\bcase[- ]?insensitiv|\b(?:regardless of|whatever|ignor(?:es?|ing)|without regard to) (?:the |its |their )?(?:letter |upper |lower )?case\b|\bin (?:upper or lower|any) case\b|\bupper[- ]?(?:case)? and lower[- ]?case (?:letters )?(?:make no difference|are the same|do not differ|count as)\b/i;

/** True where the document says that texts which differ in letter case alone are the same: `ignoring case`, `upper and lower case make no difference`. */
export function saysAnyCase(text: string): boolean {
  return ANY_CASE.test(text);
}
