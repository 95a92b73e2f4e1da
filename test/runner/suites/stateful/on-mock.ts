import { startMock, verify } from '../../../../harness/index.ts';

/** What the sequences of a document find on its mock, at a URL as of any other service. */
export async function findingsOnMock(spec: object, runs = 1) {
  const mock = await startMock({ spec, port: 0 });
  try {
    const { findings } = await verify({ spec, target: mock.url, suites: ['stateful'], runs });
    return findings;
  } finally {
    await mock.close();
  }
}
