/** Longest delay of `setTimeout`; with more, it calls back after 1 ms. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
