import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { folder } from '../openapi/documents.ts';
import { ONE_REQUEST, runCommand, serveRecorded } from './petstore.ts';

/** The folder of a module of hooks. */
const hooks = (text: string) => join(folder({ 'contract.hooks.mjs': text }), 'contract.hooks.mjs');

test('--hooks changes what is sent', async () => {
  const { url, requests } = await serveRecorded();
  const file = hooks("export const beforeRequest = () => ({ headers: { 'X-Signature': 'signed' } });");
  expect((await runCommand(verify, [...ONE_REQUEST, '--target', url, '--hooks', file])).code).toBe(0);
  expect(requests.map(({ headers }) => headers['x-signature'])).toEqual(['signed']);
});

test('--no-setup ignores hooks, which are code', async () => {
  const { url, requests } = await serveRecorded();
  const args = [...ONE_REQUEST, '--target', url, '--no-setup', '--hooks', hooks('throw new Error("not loaded");')];
  expect([(await runCommand(verify, args)).code, requests.length]).toEqual([0, 1]);
});

test('an error in a hook has its place', async () => {
  const { url } = await serveRecorded();
  const file = hooks("export const beforeRequest = () => {\n  throw new Error('no key');\n};");
  await expect(runCommand(verify, [...ONE_REQUEST, '--target', url, '--hooks', file])).rejects.toThrow(
    'contract.hooks.mjs:2:9: the hook beforeRequest failed: Error: no key',
  );
});
