import type { Report } from '../../core/report.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

/** Lists what the document leaves open with `x-unspecified`. */
export function unspecifiedSection({ unspecified }: Report, index: PageIndex): Markup {
  if (unspecified.length === 0) return html``;
  const items = unspecified.map(({ description, location }) => html`<li>${description} ${index.link(location)}</li>`);
  return html`<section id="unspecified" aria-labelledby="unspecified-title">
<h2 id="unspecified-title">Unspecified behavior</h2>
<p class="note">The document leaves this open; any conforming response is accepted.</p>
<ul class="unspecified">${items}</ul>
</section>`;
}
