import type { TransportError } from '../../harness/core/model.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { type CaseInit, createResponse, evaluate, type ResponseInit } from './exchanges.ts';

export const sample = loadContract('spec/openapi.yaml');
export const record = { id: 1, name: 'a' };
export const failure = { code: 400, message: 'no' };

/** What all checks find in one exchange, by default of the sample document. */
export const find = (init: CaseInit, response: ResponseInit | TransportError, contract = sample) =>
  evaluate(contract, init, 'kind' in response ? response : createResponse(response));
