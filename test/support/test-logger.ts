import { openLogger } from '../../src/platform/telemetry/logger.ts';

/**
 * A logger for tests that do not read the log: silent, or at the level in TEST_LOG_LEVEL. It is
 * shared, because a process has one logger.
 */
export const testLogger = openLogger({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', process: 'test' });
