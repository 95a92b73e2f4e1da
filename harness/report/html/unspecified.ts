import type { Report } from '../../core/report.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

/** What the document leaves open, where any lawful answer is accepted. */
export function gapsSection({ unspecified }: Report, names: PageIndex): Markup {
  if (unspecified.length === 0) return html``;
  const items = unspecified.map(({ description, location }) => html`<li>${description} ${names.link(location)}</li>`);
  return html`<section id="gaps" aria-labelledby="gaps-title">
<h2 id="gaps-title">Gaps</h2>
<p class="note">What the document leaves open; any lawful answer is accepted there.</p>
<ul class="gaps">${items}</ul>
</section>`;
}
