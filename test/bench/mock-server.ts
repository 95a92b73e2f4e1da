/** Serves the default document with the mock until it is stopped; tells its address on the standard output. */
import { startMock } from '../../harness/mock/mock.ts';

const mock = await startMock({ spec: process.argv[2] ?? 'spec/openapi.yaml', port: Number(process.argv[3] ?? 0) });
console.log(mock.url);
