import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { lineState } from '../../../harness/report/html/coverage.ts';
import { embeddedJson, html } from '../../../harness/report/html/markup.ts';
import { htmlReport } from '../../../harness/report/html/page.ts';
import { finding, keptReport, outcome, sampleReport } from '../sample.ts';
import { clauses } from '../sample-clauses.ts';
import { request, SAMPLE_SECRET, sampleResponse } from '../sample-exchanges.ts';

const options = { secretHeaders: [] };
const page = htmlReport(sampleReport(), options);

describe('the HTML report as text', () => {
  test('needs no other file and allows none', () => {
    expect(page).not.toMatch(/\b(?:src|srcset|poster)=|@import|url\(/);
    expect([...page.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['data:,']);
    expect([...page.matchAll(/<a [^>]*href="([^"]*)"/g)].filter(([, href]) => !href?.startsWith('#'))).toEqual([]);
    expect(page).toContain('content="default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-');
  });

  test('allows its own style and script by their hashes', () => {
    const hash = (text: string | undefined) =>
      `sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}`;
    const [, style] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const [, script] = /<script type="module">(.*?)<\/script>/s.exec(page) ?? [];
    expect(page).toContain(`style-src &#39;${hash(style)}&#39;`);
    expect(page).toContain(`script-src &#39;${hash(script)}&#39;`);
  });

  test('begins with the verdict', () => {
    expect(page).toMatch(/<body>.*?<h1>.*?Failed<\/h1>/s);
    expect(htmlReport(keptReport(), options)).toMatch(/<h1>.*?Passed<\/h1>/s);
  });

  test('lets no text of the service be markup', () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028';
    const exchange = {
      request: request(hostile, hostile, [[hostile, hostile]]),
      response: sampleResponse(200, hostile, hostile, hostile),
    };
    const part = { kind: 'response-header' as const, status: hostile, name: hostile };
    const clause = { ...clauses.number, description: hostile, operation: hostile, part, id: hostile };
    const group = finding({
      check: hostile,
      clause,
      message: hostile,
      expected: hostile,
      actual: hostile,
      cases: [hostile],
      exchange,
    });
    const cases = [
      outcome({ case: hostile, operation: hostile, suite: hostile, status: 'error', inconclusiveReason: hostile }),
    ];
    const coverage = [{ clause, state: 'uncovered' as const, count: 0, reason: hostile }];
    const text = htmlReport(
      sampleReport({ summary: hostile, target: hostile, findings: [group], results: cases, coverage }),
      options,
    );
    expect(text).not.toContain('<img');
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(text).not.toContain('\u2028');
  });

  test('shows no secret', () => {
    expect(page).not.toContain(SAMPLE_SECRET);
    expect(page).not.toContain('pa55word');
  });

  test('stays small with 20,000 cases', () => {
    const results = Array.from({ length: 20_000 }, (_, index) => outcome({ case: `lend: ${index}` }));
    expect(htmlReport(sampleReport({ results: results }), options).length).toBeLessThan(2_000_000);
  });
});

describe('a line of the document', () => {
  const of = (...states: ('violated' | 'covered' | 'uncovered')[]) => lineState(states.map((state) => ({ state })));

  test('is violated by one violated clause, covered by all, and uncovered by none', () => {
    expect(of('covered', 'violated', 'uncovered')).toBe('violated');
    expect(of('covered', 'covered')).toBe('covered');
    expect(of('covered', 'uncovered')).toBe('partly');
    expect(of('uncovered', 'uncovered')).toBe('uncovered');
  });
});

describe('markup', () => {
  test('escapes every value that is no markup', () => {
    expect(html`<p title="${`"'<&>`}">${['<a>', html`<b>${1}</b>`, undefined]}</p>`.text).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;a&gt;<b>1</b></p>',
    );
  });

  test('writes what is invisible as escapes', () => {
    expect(html`${'a\u202eb\u0000\ud800'}`.text).toBe('a\\u{202e}b\\u{0}\\u{d800}');
  });

  test('embeds JSON that is read back as it was', () => {
    const value = { text: '</script><!--\u2028\u2029\ud83d\ude00 <script>' };
    expect(embeddedJson(value).text).not.toMatch(/<|\u2028|\u2029/);
    expect(JSON.parse(embeddedJson(value).text)).toEqual(value);
  });
});
