import { describe, expect, test } from 'vitest';
import { markdownReport } from '../../harness/report/markdown.ts';
import { finding, findings, keptReport, sampleReport } from './sample.ts';
import { clauses } from './sample-clauses.ts';
import { request, SAMPLE_SECRET, sampleResponse } from './sample-exchanges.ts';

const options = { secretHeaders: [] };

describe('the Markdown report', () => {
  test('begins with the verdict and what it rests on', () => {
    const [title, , summary] = markdownReport(sampleReport(), options).split('\n');
    expect(title).toBe('## ❌ Failed');
    expect(summary).toMatch(/^contract violated: 3 clauses in 8 requests/);
    expect(markdownReport(keptReport(), options)).toMatch(/^## ✅ Passed/);
  });

  test('says of each operation whether it is verified, the unverified ones first', () => {
    const rows = markdownReport(sampleReport(), options)
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toEqual([
      '| `takeBack` | `POST /returns` | 3 | 0 | 0 | **not verified**: no valid request was accepted |',
      '| `lend` | `POST /loans` | 5 | 1 | 1 | verified |',
    ]);
  });

  test('folds each finding with its evidence', () => {
    const text = markdownReport(sampleReport(), options);
    expect(text.match(/<details>/g)).toHaveLength(findings.length);
    expect(text.match(/<\/details>/g)).toHaveLength(findings.length);
    expect(text).toContain('<code>docs/lending.yaml:57:11</code></summary>');
    expect(text).toContain('Clauses: 7/11 covered, **3 violated**, 4 not covered');
  });

  test('lets no text of the service out of its block', () => {
    const exchange = {
      request: request('/x', '```'),
      response: sampleResponse(200, 'OK', '```\n````\n</details><img src=x>'),
    };
    const group = finding({ check: 'x', clause: clauses.number, message: '<b>@someone</b> | `code`', exchange });
    const text = markdownReport(
      sampleReport({ findings: [group], summary: '<img> *x* | @someone', operations: [] }),
      options,
    );
    expect(text).toContain('`````text\n');
    expect(text).toContain('&lt;b&gt;@someone&lt;/b&gt; | `code`, <code>');
    expect(text).toContain('&lt;img&gt; &#42;x&#42; | &#64;someone');
    const outside = text.replace(/`````text.*?\n`````/gs, '');
    expect(outside).not.toContain('<img');
  });

  test('keeps the columns of a table whatever a cell holds', () => {
    const [operation] = sampleReport().operations;
    if (!operation) throw new Error('the sample has operations');
    const text = markdownReport(
      sampleReport({ operations: [{ ...operation, id: 'a|b`c', verified: false, reason: 'x|y\nz' }] }),
      options,
    );
    expect(text).toContain(
      '| `` a\\|b`c `` | `POST /loans` | 5 | 1 | 1 | **not verified**: x\\|y\\nz |'.replace(
        'x\\|y\\nz',
        'x\\|y&#92;nz',
      ),
    );
  });

  test('stays within what a step summary holds', () => {
    const exchange = {
      request: request('/x', 'ab'.repeat(7900)),
      response: sampleResponse(200, 'OK', 'y'.repeat(2_000_000)),
    };
    const many = Array.from({ length: 500 }, (_, index) =>
      finding({ check: `c${index}`, clause: clauses.number, message: 'm'.repeat(5000), exchange }),
    );
    const text = markdownReport(sampleReport({ findings: many }), options);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toContain('more causes');
  });

  test('shows no secret', () => {
    expect(markdownReport(sampleReport(), options)).not.toContain(SAMPLE_SECRET);
    expect(markdownReport(sampleReport(), options)).not.toContain('pa55word');
  });
});
