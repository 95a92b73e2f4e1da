import { describe, expect, onTestFinished, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { type DevicesMistakes, devicesDocument, serveDevices } from './devices-service.ts';

async function found(mistakes: DevicesMistakes, runs?: number): Promise<string[]> {
  const target = await serveDevices(mistakes);
  const { findings } = await verify({ spec: devicesDocument, target, suites: ['stateful'], consistency: 60, runs });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, operation }) => `${operation} ${check}`);
}

async function serveMock(spec: object = devicesDocument): Promise<string> {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  return mock.url;
}

describe('requests that name several records', () => {
  test.each<[string, () => Promise<string>]>([
    ['a healthy service', () => serveDevices()],
    ['the mock, which deletes and changes those alone', () => serveMock()],
  ])('are accepted with live records by %s', async (_, open) => {
    const suites = ['stateful'] as const;
    const { findings, operations } = await verify({ spec: devicesDocument, target: await open(), suites });
    expect(findings).toEqual([]);
    const accepted = new Map(operations.map((each) => [each.id, each.accepted]));
    const bulk = ['deleteDevices', 'bulkDeleteDevices', 'setStatusOfDevices'];
    expect(bulk.map((id) => accepted.get(id) ?? 0).every((count) => count > 0)).toBe(true);
  });

  test.each<[what: string, findings: readonly string[], mistakes: DevicesMistakes]>([
    [
      'deletes only the first of them',
      ['deleteDevices delete-removes', 'bulkDeleteDevices delete-removes'],
      { deleted: (named) => named.slice(0, 1) },
    ],
    [
      'deletes none of them',
      ['deleteDevices delete-removes', 'bulkDeleteDevices delete-removes'],
      { deleted: () => [] },
    ],
    [
      'deletes all records',
      ['deleteDevices others-are-untouched', 'bulkDeleteDevices others-are-untouched'],
      { deleted: (_, all) => all },
    ],
    [
      'deletes some although one is unknown, which it rejects',
      ['deleteDevices rejected-changes-nothing', 'bulkDeleteDevices rejected-changes-nothing'],
      { deletesBeforeUnknown: true },
    ],
    [
      'changes only the last of them',
      ['setStatusOfDevices action-is-visible'],
      { changed: (named) => named.slice(-1) },
    ],
    ['changes all records', ['setStatusOfDevices others-are-untouched'], { changed: (_, all) => all }],
  ])('a service that %s', async (_, findings, mistakes) => {
    // The systematic sequences are enough.
    expect(await found(mistakes, 0)).toEqual(expect.arrayContaining([...findings]));
  });
});

test.each<[finding: string, what: string, mistakes: DevicesMistakes]>([
  ['createDevice values-stay-unique', 'accepts a value that is taken', { taken: 201 }],
  ['createDevice values-stay-unique', 'fails for a value that is taken', { taken: 500 }],
  ['createDevice values-stay-unique', 'accepts it in other letter case', { tellsCaseApart: true }],
  ['createDevice identity-is-stable', 'gives the identifier of a deleted record to a new one', { reusesIds: true }],
])('%s: a service that %s against what the document says', async (finding, _, mistakes) => {
  expect(await found(mistakes, 0)).toContain(finding);
});

test('a service that lists no more than a number of records, without pages', async () => {
  expect(await found({ shown: 20 })).toContain('listDevices created-is-listed');
});

test('an action that a new record does not take is sent to one that another action has prepared', async () => {
  const target = await serveDevices();
  const { operations } = await verify({ spec: devicesDocument, target, suites: ['generated'], effort: 'quick' });
  expect(operations.find(({ id }) => id === 'retireDevice')).toMatchObject({
    verified: true,
    accepted: expect.any(Number),
  });
});

test('a service that deletes what the document says cannot be deleted in its state', async () => {
  expect(await found({ deletesActive: true })).toContain('deleteDevice conflict-is-rejected');
});

test('an action whose name is behind a colon does on the mock what it is named after', async () => {
  const spec = JSON.parse(JSON.stringify(devicesDocument).replaceAll('}/', '}:'));
  const { findings, operations } = await verify({ spec, target: await serveMock(spec), suites: ['stateful'] });
  expect(operations.map(({ path }) => path)).toContain('/devices/{deviceId}:activate');
  expect(findings).toEqual([]);
});
