/** Dredd, its comparison of responses, and the logger of its reporters. */
import Dredd from 'dredd';
import reporterOutput from 'dredd/build/reporters/reporterOutputLogger.js';
import gavel from 'gavel';

export { Dredd, gavel, reporterOutput };
