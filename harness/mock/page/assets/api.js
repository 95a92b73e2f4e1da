// Talks to the control interface of the mock that serves this page.

const prefix = document.documentElement.dataset.prefix;
/** The document that the page is about, of several; null for all. */
export const chosenDocument = new URLSearchParams(location.search).get('document');

/** Sends a control request. @throws {Error} with what the mock says is wrong */
export async function control(method, path, body) {
  const response = await fetch(urlOf(path), {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
  });
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  throw new Error(detailOf(text) ?? `${method} ${prefix}/${path} failed with ${response.status}`);
}

/** Sends a control request. @returns the response as text, in which every number is exact */
export async function controlText(path) {
  const response = await fetch(urlOf(path));
  if (!response.ok) throw new Error(`GET ${prefix}/${path} failed with ${response.status}`);
  return response.text();
}

function urlOf(path) {
  if (chosenDocument === null || /[?&]document=/.test(path)) return `${prefix}/${path}`;
  return `${prefix}/${path}${path.includes('?') ? '&' : '?'}document=${encodeURIComponent(chosenDocument)}`;
}

function detailOf(text) {
  try {
    return JSON.parse(text).detail;
  } catch {
    // Not a problem of the mock: the caller names the status.
    return undefined;
  }
}
