/*
 * A process that drain.test.ts stops. Its argument selects how its start and its draining behave.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError } from '#src/platform/config/configuration-error.ts';
import { runUntilSignal } from '#src/platform/process/drain.ts';
import { openLogger } from '#src/platform/telemetry/logger.ts';
import { runProcess } from '#src/platform/process/run-process.ts';

const [way] = process.argv.slice(2);
setInterval(() => {}, 1000);

if (way === 'late') {
  const logger = openLogger({ level: 'info', process: 'drained' });
  runUntilSignal({ logger, drain: () => new Promise(() => {}), limit: 100 });
  logger.info('Opened');
} else
  await runProcess({
    name: 'drained',
    loadEnvironment() {
      if (way === 'misconfigured') throw new ConfigurationError('PORT must be <= 65535');
      return { LOG_LEVEL: 'info' };
    },
    async open(_environment, logger) {
      if (way === 'unstartable') throw Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
      if (way === 'throwing') setTimeout(() => nothingCatches(), 10);
      if (way === 'rejecting') setTimeout(() => void Promise.reject(new Error('Unhandled rejection')), 10);
      if (way === 'slow') {
        logger.info('Opening');
        await once(process, 'SIGTERM');
        await wait(50);
      }
      logger.info('Opened');
      return {
        async [Symbol.asyncDispose]() {
          if (way === 'failing') throw new Error('Disposal failed');
          if (way === 'hanging') await new Promise(() => {});
          await wait(50);
          logger.info('Disposed');
        },
      };
    },
  });

function nothingCatches(): never {
  throw new Error('Uncaught exception');
}
