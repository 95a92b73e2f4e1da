import { expect, test } from 'vitest';
import type { Command } from '../../harness/cli/command.ts';
import { lint } from '../../harness/cli/commands/lint.ts';
import { verify } from '../../harness/cli/commands/verify.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { allMutantsReport, document, mutationReport, problems } from './helpers.ts';

/** Classes of published documents, each reduced to one of a few lines. */
const file = (name: string) => `test/prove/documents/minimal/${name}.yaml`;

async function run(command: Command, name: string, ...args: string[]) {
  let text = '';
  const out = (more: string) => {
    text += `${more}\n`;
  };
  const terminal = { out, err: out, color: false, columns: 80, env: {} };
  const options = parseOptions(['--spec', file(name), ...args], command.options);
  return { code: await command.run(options, terminal, new AbortController().signal), text };
}

test.each([
  'anchors',
  'example-ref',
  'form-example',
  'fragments',
  'free-object-query',
  'head',
  'header-array-of-objects',
  'int32-sample',
  'map-response',
  'media-ranges',
  'multipart',
  'oneof-28',
  'oneof-overlap',
  'oneof-second',
  'opref/openapi',
  'optional-form',
  'path-ref',
  'required-form',
  'server-vars',
  'two-media',
  'two-texts',
  'v32-only-query',
  'v32-query',
  'x-logo',
  'xcode-ref',
  'xml-example',
])('%s: lint has no error, and the mock passes verify', async (name) => {
  const linted = await run(lint, name);
  expect(linted.code, linted.text).toBe(0);
  const verified = await run(verify, name, '--quiet');
  expect(verified.code, verified.text).toBe(0);
});

test('examples of XML written as text are read by their schema', async () => {
  const { text } = await run(lint, 'xml-example');
  expect(text).toMatch(
    /xml-example\.yaml:13:15: warning: The example is not valid against its schema: \/text is required/,
  );
  expect(text).toMatch(/xml-example\.yaml:23:22: warning/);
  expect(text).toMatch(/2 warnings/);
});

test('odd inputs are sent as the mock reads them, and what is not checked is named', async () => {
  const verified = await run(verify, 'odd-inputs', '--quiet', '--runs', '60');
  expect(verified.code, verified.text).toBe(0);
  const linted = await run(lint, 'odd-inputs');
  expect(linted.text).toMatch(/the schema of multipart\/form-data is not checked: a form is an object with fields/);
  expect(linted.text).toMatch(/error: Don't put query string items in the path/);
});

test.each([
  ['mapping-file', /mapping-file\.yaml:\d+:\d+: discriminator mapping gone\.yml#\/A: cannot read file/],
  [
    'remote-ref',
    /remote-ref\.yaml:\d+:\d+: \$ref https:\S+ is a URL, but only files are read\. Save it beside the spec/,
  ],
  ['v33', /v33\.yaml:1:1: unsupported version `openapi: 3\.3\.0`; supported: 3\.0, 3\.1 and 3\.2/],
  ['v40', /v40\.yaml:1:1: unsupported version `openapi: 4\.0\.0`/],
])('%s is rejected with its line', async (name, message) => {
  await expect(run(lint, name)).rejects.toThrow(message);
});

test('operations that document only errors are named as not verified, without a finding', async () => {
  const { code, text } = await run(verify, 'only-error', '--quiet');
  expect(code).toBe(1);
  expect(text).toMatch(
    /not verified: GET \/teapot, GET \/gone \(.*the document has no success response for it: add one\)/,
  );
  expect(text).not.toContain('finding');
});

test.each([
  'anchors',
  'apostrophe',
  'echoes',
  'example-ref',
  'fragments',
  'free-object-query',
  'long-list',
  'map-response',
  'media-ranges',
  'nested-example',
  'oneof-28',
  'odd-inputs',
  'oneof-overlap',
  'side-by-side',
  'text-first',
  'two-media',
  'xml-example',
  'items-without-type',
  'list-with-properties',
])('%s: no mutant survives, and no variation is a false positive', async (name) => {
  expect(problems(await mutationReport(document(`minimal/${name}`)))).toEqual([]);
});

test('a 401 that no operation documents is not made another undocumented error by a variation', async () => {
  const report = await allMutantsReport({ ...document('minimal/no-401'), tries: () => false, rounds: () => true });
  expect(report.variations.length).toBeGreaterThan(5);
  expect(problems(report)).toEqual([]);
});

test('an operation that nobody can keep is neither a finding nor a false positive, but named with its line', async () => {
  const reason = /error in the document at \S+no-valid-response\.yaml:8:68: No response can be valid: see /;
  const { code, text } = await run(verify, 'no-valid-response', '--quiet');
  expect(code).toBe(1);
  expect(text).toMatch(reason);
  expect(text).not.toContain('finding');
  const report = await mutationReport(document('minimal/no-valid-response'));
  expect(problems(report)).toEqual([]);
  expect(report.withoutMutants.every((each) => each.clause.operation === 'a' && reason.test(each.reason))).toBe(true);
});

test('operations that only a fragment tells apart are named, and have no mutant', async () => {
  const { text } = await run(lint, 'fragments');
  expect(text.match(/warning: clients do not send the fragment that alone tells (\S+ \S+)/g)).toEqual([
    expect.stringMatching(/POST \/items#again$/),
  ]);
  const { withoutMutants } = await mutationReport(document('minimal/fragments'));
  const reasons = withoutMutants.filter(({ reason }) => reason.startsWith('only a fragment'));
  expect(new Set(reasons.map(({ clause }) => clause.operation))).toEqual(new Set(['POST /items#again']));
});

test('a media type in which no valid value stays valid has no mutant, and none survives', async () => {
  const report = await allMutantsReport({ ...document('minimal/overlapping-xml'), rounds: () => false });
  expect(problems(report)).toEqual([]);
  const reasons = report.withoutMutants
    .filter(({ clause }) => clause.id.includes('text/xml'))
    .map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(['no valid value of the schema stays valid as text/xml']));
});

test('an optional property without which no valid request is known has no mutant', async () => {
  const { withoutMutants } = await mutationReport(document('minimal/oneof-overlap'));
  const listed = withoutMutants.map(({ clause, reason }) => `${clause.description}: ${reason}`);
  expect(listed).toContain('request body /bark may be absent: no valid request without it is known');
});
