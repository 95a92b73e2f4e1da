/** `live` answers with what was posted, `static` with examples as Prism does, `dynamic` with generated values. */
export type MockMode = 'live' | 'static' | 'dynamic';
