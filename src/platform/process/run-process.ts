import { flushCompileCache } from 'node:module';
import { ConfigurationError } from '../config/configuration-error.ts';
import { runUntilSignal } from './drain.ts';
import { openLogger, type Logger } from '../telemetry/logger.ts';

export type ProcessOptions<E> = {
  /** The name of the process, which appears in every log line. */
  readonly name: string;
  readonly loadEnvironment: () => E;
  /** Starts the work. Disposing of the result drains it. */
  readonly open: (environment: E, logger: Logger) => Promise<AsyncDisposable>;
};

/**
 * Runs a process: it reads the settings, opens the resources, works until a signal arrives, and
 * drains. Invalid settings end it at once with code 1 and a line for each on standard error. A
 * failed start logs the error and ends it with code 1. A process that has started leaves its
 * compiled code to its successors (`NODE_COMPILE_CACHE`).
 */
export async function runProcess<E extends { readonly LOG_LEVEL: string }>(
  options: ProcessOptions<E>,
): Promise<void> {
  let logger: Logger | undefined;
  try {
    const environment = options.loadEnvironment();
    logger = openLogger({ level: environment.LOG_LEVEL, process: options.name });
    const opened = Promise.withResolvers<AsyncDisposable>();
    // A signal during the start waits until the start is complete, because partly opened resources
    // cannot be closed in order.
    runUntilSignal({ logger, drain: async () => (await opened.promise)[Symbol.asyncDispose]() });
    opened.resolve(await options.open(environment, logger));
    // Node.js writes the cache of NODE_COMPILE_CACHE only when a process ends by itself. A process
    // that is killed would leave nothing to its successor, which would compile everything again.
    flushCompileCache();
  } catch (error) {
    if (error instanceof ConfigurationError)
      process.stderr.write(error.message.replaceAll(/^/gm, `${options.name}: `) + '\n');
    else logger?.fatal({ err: error }, 'Could not start');
    process.exit(1);
  }
}
