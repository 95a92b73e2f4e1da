import { expect, test } from '@playwright/test';

test.afterEach(({ request }) => request.post('/api/__mock/reset').then(() => {}));

test('the page shows the tasks', async ({ page, request }) => {
  await request.put('/api/__mock/state/task', { data: [{ id: 1, title: 'Buy milk' }] });
  await page.goto('/');
  await expect(page.getByRole('listitem')).toHaveText(['Buy milk']);
});

test('the page says what went wrong', async ({ page, request }) => {
  const body = { message: 'too many requests' };
  await request.post('/api/__mock/overrides', { data: { operation: 'listTasks', status: 429, body } });
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('The tasks cannot be shown: too many requests');
});
