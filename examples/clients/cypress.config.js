import { startMock } from 'contract-harness';

// biome-ignore lint/style/noDefaultExport: Cypress reads its configuration from the default export.
export default {
  e2e: {
    async setupNodeEvents(on, config) {
      const mock = await startMock({ spec: 'openapi.yaml', port: config.env.mockPort ?? 4010 });
      on('task', {
        // A task must not give undefined.
        'mock:use': ({ operation, ...response }) => {
          mock.use(operation, response);
          return null;
        },
        'mock:reset': () => {
          mock.reset();
          return null;
        },
        'mock:problems': () => mock.requests.flatMap(({ problems }) => problems),
      });
      return { ...config, env: { ...config.env, api: mock.url } };
    },
  },
};
