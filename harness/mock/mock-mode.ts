/** Responds with the posted record (`live`), with examples as Prism does (`static`), or with generated values (`dynamic`). */
export type MockMode = 'live' | 'static' | 'dynamic';
