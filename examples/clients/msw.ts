import { bypass, http } from 'msw';

/** One handler for all operations: it responds as the mock does, which has them from the document. */
export function fromMock(api: string, mockUrl: string) {
  return http.all(`${api}/*`, async ({ request }) => {
    const { method, headers, url } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.blob();
    return fetch(bypass(url.replace(api, mockUrl), { method, headers, body }));
  });
}
