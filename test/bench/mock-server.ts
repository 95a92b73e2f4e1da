/** Serves a document with the mock, silently: `mock-server.js SPEC PORT`. */
import { startMock } from '../../harness/mock/mock.ts';

const [spec = 'spec/openapi.yaml', port = '0'] = process.argv.slice(2);
const mock = await startMock({ spec, port: Number(port) });
console.log(mock.url);
