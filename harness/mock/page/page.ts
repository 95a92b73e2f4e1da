import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, palettePath } from '../../core/package-info.ts';
import type { MockResponse } from '../types.ts';

const FOLDER = 'harness/mock/page/assets';
/** Its colors are those of the HTML report. */
const PALETTE = 'palette.css';
const STYLE_SHEETS = [PALETTE, 'page.css', 'tables.css'];
const STYLE_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
/** The files of the page, each with its media type; they are published as files, whether the program is bundled or not. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ...STYLE_SHEETS.map((name) => [name, STYLE_TYPE] as const),
  ...['main', 'dom', 'api', 'operations', 'try-operation', 'records', 'requests', 'settings'].map(
    (name) => [`${name}.js`, SCRIPT_TYPE] as const,
  ),
]);
/** Only files of this page run and load, it sends to this mock alone, and no script makes HTML of text (CSP Level 3). */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const SECTIONS = ['Operations', 'Records', 'Requests', 'Settings'];

/** Returns the page on which a person steers the mock, or one of its files. @returns undefined for any other path */
export function pageResponse(prefix: string, path: string): MockResponse | undefined {
  if (path === prefix || path === `${prefix}/`)
    return respond('text/html; charset=utf-8', Buffer.from(pageHtml(prefix)), [
      ['content-security-policy', SECURITY_POLICY],
      ['referrer-policy', 'no-referrer'],
    ]);
  const folder = `${prefix}/page/`;
  const name = path.startsWith(folder) ? path.slice(folder.length) : '';
  const type = ASSETS.get(name);
  return type === undefined
    ? undefined
    : respond(type, readFileSync(name === PALETTE ? palettePath() : join(packageRoot(), FOLDER, name)), []);
}

function respond(type: string, body: Uint8Array, headers: MockResponse['headers']): MockResponse {
  const common = [
    ['content-type', type],
    ['cache-control', 'no-cache'],
    ['x-content-type-options', 'nosniff'],
  ] as const;
  return { status: 200, headers: [...common, ...headers], body };
}

function pageHtml(prefix: string): string {
  const sections = SECTIONS.map((name) => [name.toLowerCase(), name] as const);
  const link = ([id, name]: readonly [string, string]) => `<li><a href="#${id}">${name}</a></li>`;
  const section = ([id, name]: readonly [string, string]) =>
    `<section id="${id}" aria-labelledby="${id}-title" hidden><h2 id="${id}-title" tabindex="-1">${name}</h2></section>`;
  return `<!doctype html>
<html lang="en" data-prefix="${prefix}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mock server</title>
<link rel="icon" href="data:,">
${STYLE_SHEETS.map((name) => `<link rel="stylesheet" href="${prefix}/page/${name}">`).join('\n')}
<script type="module" src="${prefix}/page/main.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="wrap"><h1 id="title">Mock server</h1><p id="subtitle" class="quiet"></p></header>
<nav aria-label="Sections" class="wrap"><ul>${sections.map(link).join('')}</ul></nav>
<main id="main" class="wrap" tabindex="-1">
<noscript><p>This page needs JavaScript. The same is possible over HTTP below ${prefix}.</p></noscript>
${sections.map(section).join('\n')}
</main>
<p role="status" id="status" class="status"></p>
</body>
</html>
`;
}
