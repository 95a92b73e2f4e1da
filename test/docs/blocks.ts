function pattern(name: string): RegExp {
  return new RegExp(`(<!-- generated:${name} -->\n)([\\s\\S]*?)(<!-- end -->)`);
}

/** The content between `<!-- generated:NAME -->` and `<!-- end -->`, without the blank lines around it. */
export function readBlock(page: string, name: string): string | undefined {
  return pattern(name).exec(page)?.[2]?.trim();
}

/**
 * The page with new content in a block.
 * @throws {Error} if the page has no such block
 */
export function writeBlock(page: string, name: string, content: string): string {
  if (readBlock(page, name) === undefined) throw new Error(`the page has no block <!-- generated:${name} -->`);
  return page.replace(pattern(name), (_, start: string, _old: string, end: string) => `${start}\n${content}\n\n${end}`);
}

/** Text as it is, in a page. */
export function textBlock(content: string): string {
  return `\`\`\`text\n${content.trimEnd()}\n\`\`\``;
}
