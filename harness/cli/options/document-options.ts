import { DOCUMENT_NAMES } from '../../openapi/find-document.ts';
import type { OptionTable } from './options.ts';

/** Options of every command that reads a document. */
export const documentOptions: OptionTable = {
  spec: {
    type: 'string',
    value: 'FILE',
    help: `OpenAPI 3 document; also as an argument (default: ${DOCUMENT_NAMES.join(', ')})`,
    path: true,
    once: true,
  },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'OpenAPI Overlay to apply; repeatable',
    path: true,
  },
  'allow-refs': {
    type: 'string',
    multiple: true,
    value: 'DIR',
    help: 'allow $ref to files below this folder outside of the repository; repeatable',
    setting: false,
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'config file (default: contract.yaml, here or in a parent folder of the repository)',
    setting: false,
  },
};
