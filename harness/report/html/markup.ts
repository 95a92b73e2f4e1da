import { escapeCode, escapeHtml } from '../text/escape.ts';

/** HTML that is safe to put into a page; {@link html} creates it. */
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

/** Renders a template of HTML; every value that is not markup is escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(
    strings.map((string, index) => string + (index < values.length ? render(values[index]) : '')).join(''),
  );
}

/** Renders JSON as the content of a `<script>`: nothing in it ends the element or a line (HTML 4.12.1.3, ECMA-262 12.3). */
export function embeddedJson(value: unknown): Markup {
  return new Markup(escapeCode(JSON.stringify(value)).replaceAll('<', '\\u003c'));
}

function render(value: Content): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}
