import { startMock } from 'contract-harness';
import { defineConfig, type Plugin } from 'vite';

/** Starts a mock with the development server, which sends it what the page requests below /api. */
function contractMock(spec: string): Plugin {
  return {
    name: 'contract-mock',
    apply: 'serve',
    async config() {
      const mock = await startMock({ spec });
      const rewrite = (path: string) => path.replace(/^\/api/, '');
      return { server: { proxy: { '/api': { target: mock.url, rewrite } } } };
    },
  };
}

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({ plugins: [contractMock('openapi.yaml')] });
