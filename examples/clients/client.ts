import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

/** The client of the application: what it sends and receives is typed by the document. */
export function tasksClient(baseUrl: string) {
  // Looked up at each request: Mock Service Worker replaces it when a test begins.
  return createClient<paths>({ baseUrl, fetch: (request) => globalThis.fetch(request) });
}
