import { defineServiceTests } from './define-service-tests.ts';

defineServiceTests('tasks');
