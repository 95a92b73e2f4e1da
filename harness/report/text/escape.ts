/** `##[`, `##vso[` and `##teamcity[`: commands of CI systems wherever they are in a line of the log. */
const LOG_COMMAND = /##(?=\w*\[)/g;

/** `::`: a workflow command of GitHub at the start of a line. */
const WORKFLOW_COMMAND = /^(\s*):(?=:)/gm;

/** Everything in Unicode's category C but line feed, tab, private use and unassigned; and the line separators. */
const INVISIBLE = /[^\P{C}\n\t\p{Co}\p{Cn}]|[\p{Zl}\p{Zp}]/gu;

/** As {@link INVISIBLE}, without the carriage return that ends lines. */
const INVISIBLE_IN_CODE = /[^\P{C}\n\r\t\p{Co}\p{Cn}]|[\p{Zl}\p{Zp}]/gu;

/** A color or another style of a terminal. */
const SGR = new RegExp(`(${String.fromCharCode(27)}\\[\\d{1,2}m)`);

const PLAIN = /^[\x20-\x7e\n\t]*$/;

/** Escapes control, format, bidirectional and line-separator characters; line feeds and tabs stay. */
export function escapeInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(INVISIBLE, escapeCharacter);
}

/**
 * Escapes text in the strings and comments of JSON and TypeScript, which mean the same afterwards: what is invisible, and commands of CI
 * systems. Nothing else in such text holds them.
 */
export function escapeCode(text: string): string {
  const visible = PLAIN.test(text) ? text : text.replace(INVISIBLE_IN_CODE, escapeUnits);
  return visible.replace(LOG_COMMAND, '#\\u0023');
}

/** Escapes text for a terminal and for the log of a CI system, which obeys some lines that a program prints. */
export function escapeTerminal(text: string): string {
  return escapeInvisible(text).replace(LOG_COMMAND, '#\\u{23}').replace(WORKFLOW_COMMAND, '$1\\u{3a}');
}

/** Escapes text that a styler has given colors, and keeps these. */
export function escapeStyled(text: string): string {
  return text
    .split(SGR)
    .map((part, index) => (index % 2 === 1 ? part : escapeTerminal(part)))
    .join('');
}

/** As {@link escapeTerminal}, in one line. */
export function oneLine(text: string): string {
  return escapeTerminal(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Escapes the message of a GitHub workflow command, as its runner decodes it. */
export function escapeWorkflowData(text: string): string {
  return escapeInvisible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a GitHub workflow command, as its runner decodes it. */
export function escapeWorkflowProperty(text: string): string {
  return escapeWorkflowData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Escapes text for Markdown, in one line: nothing in it is markup, a mention or a link. */
export function escapeMarkdown(text: string): string {
  return escapeHtmlElement(oneLine(text)).replace(/[\\`*_{}[\]#!~@]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes text for the content of an HTML element. */
export function escapeHtmlElement(text: string): string {
  return escapeInvisible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text for the content and the attributes of HTML elements. */
export function escapeHtml(text: string): string {
  return escapeHtmlElement(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Escapes text for XML 1.0; noncharacters, which it cannot hold (section 2.2, Char), become the replacement character. */
export function escapeXml(text: string): string {
  if (/^[\w .:/-]*$/.test(text)) return text;
  return escapeInvisible(text)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;');
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Each UTF-16 unit as JSON and ECMAScript write it. */
function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
