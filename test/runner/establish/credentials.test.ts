import { describe, expect, test } from 'vitest';
import { BOOKS, books, type Call, errorsOf, operationOf, serveCalls, verifyBooks, verifyDocument } from './books.ts';

describe('missing credentials', () => {
  const closed = () => books(() => ({ status: 401, body: { error: 'who?' } }));

  test('cost a request per operation, and the advice is to pass them', async () => {
    const calls: Call[] = [];
    const report = await verifyBooks(await serveCalls(closed(), calls));
    expect([report.verdict, errorsOf(report), calls.length]).toEqual(['unverified', [], 5]);
    expect(report.summary).toContain("pass --header 'Authorization: …'");
  });

  test('are not advised again if they were passed', async () => {
    const headers = [['authorization', 'Bearer x']] as const;
    const report = await verifyBooks(await serveCalls(closed()), { headers });
    expect(report.summary).toContain('the credentials are not accepted (401)');
    expect(report.summary).not.toContain('pass --header');
  });

  test('do not explain a 403 if other operations accept the same ones', async () => {
    const headers = [['authorization', 'Bearer x']] as const;
    const partly = books((call, own) => (call.method === 'PATCH' ? { status: 403, body: { error: 'no' } } : own()));
    const report = await verifyBooks(await serveCalls(partly), { headers, include: ['listBooks', 'updateBook'] });
    expect(operationOf(report, 'updateBook').reason).toContain(
      'not allowed (403), although other operations accept the credentials',
    );
  });

  test('are no violation either if they end in the middle of the run', async () => {
    const headers = [['authorization', 'Bearer x']] as const;
    let uses = 0;
    const expiring = books((_, own) => (++uses > 30 ? { status: 401, body: { error: 'expired' } } : own()));
    const report = await verifyBooks(await serveCalls(expiring), { headers, include: ['createBook'] });
    expect(errorsOf(report)).toEqual([]);
    expect(report.suites.map(({ skippedReasons }) => skippedReasons).join()).toContain(
      'createBook: the credentials are accepted no more (401)',
    );
  });

  test('are advised for an operation that gets none of the run, because the document requires none', async () => {
    const schemes = 'components:\n  securitySchemes: { token: { type: http, scheme: bearer } }\n';
    const document = BOOKS.replace('BOOK_EXAMPLE', '')
      .replace('components:\n', schemes)
      .replace('operationId: createBook', 'operationId: createBook\n      security: [{ token: [] }]');
    const target = await serveCalls(
      books((call, own) =>
        call.headers.authorization === 'Bearer x' ? own() : { status: 403, body: { error: 'no' } },
      ),
    );
    const auth = { token: { value: 'x' } };
    const report = await verifyDocument(document, target, { auth, include: ['listBooks', 'createBook'] });
    expect(operationOf(report, 'createBook').accepted).toBeGreaterThan(0);
    expect(operationOf(report, 'listBooks').reason).toContain(
      'sent without credentials, because the document requires none here (403): add its `security`, or pass --header',
    );
  });
});
