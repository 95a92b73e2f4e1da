import { escapeInvisible } from '../text/excerpt.ts';

/** A piece of HTML that is safe to put into a page. Only {@link html} makes one. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Content = Markup | string | number | undefined | readonly Content[];

/** A template of HTML in which every value that is no markup is escaped, and nothing invisible is left in it. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(
    strings.map((string, index) => string + (index < values.length ? rendered(values[index]) : '')).join(''),
  );
}

/** JSON as the content of a `<script>`: nothing in it ends the element or a line of script (HTML 4.12.1.3, ECMA-262 12.3). */
export function embeddedJson(value: unknown): Markup {
  const escapes: Readonly<Record<string, string>> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };
  return new Markup(JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? ''));
}

function rendered(value: Content): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(rendered).join('');
  return escapeHtml(escapeInvisible(String(value)));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
