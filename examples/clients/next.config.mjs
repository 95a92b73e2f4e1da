/** `next dev` sends what pages request below /api to the mock; in production, API_URL is the real service. */
const api = process.env.API_URL ?? 'http://127.0.0.1:4010';

// biome-ignore lint/style/noDefaultExport: Next reads its configuration from the default export.
export default {
  rewrites: async () => [{ source: '/api/:path*', destination: `${api}/:path*` }],
};
