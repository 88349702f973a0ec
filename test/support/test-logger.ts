import { openLogger } from '../../src/platform/telemetry/logger.ts';

/** The log of what a test runs and does not read: silent, or what TEST_LOG_LEVEL says. One for all, as a process has one. */
export const testLogger = openLogger({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', process: 'test' });
