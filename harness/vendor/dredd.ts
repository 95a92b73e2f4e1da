/** Dredd and its comparison of responses. */
import Dredd from 'dredd';
import gavel from 'gavel';

export { Dredd, gavel };
