import { REPORT_FORMATS } from '../../report/formats.ts';
import type { OptionTable } from './options.ts';

/** Options of the commands that write reports. */
export const outputOptions: OptionTable = {
  json: { type: 'string', value: 'FILE', help: 'write the report as JSON', setting: false },
  report: {
    type: 'string',
    multiple: true,
    value: 'FORMAT=FILE',
    help: `write a report: ${REPORT_FORMATS.join(', ')}; repeatable`,
    pairs: '=',
    names: REPORT_FORMATS,
    path: true,
  },
  full: { type: 'boolean', help: 'list every result in the JSON report, not only findings', setting: false },
  'write-baseline': {
    type: 'string',
    value: 'FILE',
    help: 'write the findings as a baseline of known findings; exit code 0 once it is written',
    setting: false,
  },
  quiet: { type: 'boolean', short: 'q', help: 'print only findings and the verdict', setting: false },
  verbose: { type: 'boolean', short: 'v', help: 'print every exchange', setting: false },
};
