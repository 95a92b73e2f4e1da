import { expect, test } from 'vitest';
import { documentPath } from '../../fixtures/crud/document.ts';
import { crudServices, startCrudService } from '../../fixtures/crud/index.ts';
import { verify } from '../../harness/index.ts';
import { WHOLE } from '../fleet.ts';
import { login } from './survey/verify.ts';

/** The one that is sent every case; the other is sent those of effort `quick`. */
const WHOLLY_TESTED = 'http-tasks';

/** One of each document with its style, unless all are wanted. */
const services = crudServices.filter(({ name }) => WHOLE || [WHOLLY_TESTED, 'fastify-shop'].includes(name));

test.each(services)(
  '$name passes all suites, every operation verified, with credentials as the only setting',
  async (service) => {
    const running = await startCrudService(service, { prefilled: true });
    try {
      const effort = service.name === WHOLLY_TESTED || WHOLE ? 'normal' : 'quick';
      const headers =
        service.document === 'tasks' ? [['Authorization', `Bearer ${await login(running.url)}`] as const] : [];
      const report = await verify({
        spec: documentPath(service.document),
        target: running.url,
        headers,
        runs: 1,
        effort,
      });
      expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(report.operations.filter(({ verified }) => !verified)).toEqual([]);
      expect(report.verdict).toBe('passed');
    } finally {
      await running.close();
    }
  },
  300_000,
);
