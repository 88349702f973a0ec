import { ConfigurationError } from '../config/configuration-error.ts';
import { runUntilSignal } from './drain.ts';
import { openLogger, type Logger } from '../telemetry/logger.ts';

export type ProcessOptions<E> = {
  /** Shown on every line of the log. */
  readonly name: string;
  readonly loadEnvironment: () => E;
  /** Starts the work; disposing of what it gives drains. */
  readonly open: (environment: E, logger: Logger) => Promise<AsyncDisposable>;
};

/**
 * The life of a process: reads the settings, opens, works until a signal, drains.
 * Wrong settings end it at once with a line for each on standard error and code 1; so does a start that fails, with its log line.
 */
export async function runProcess<E extends { readonly LOG_LEVEL: string }>(
  options: ProcessOptions<E>,
): Promise<void> {
  let logger: Logger | undefined;
  try {
    const environment = options.loadEnvironment();
    logger = openLogger({ level: environment.LOG_LEVEL, process: options.name });
    const opened = Promise.withResolvers<AsyncDisposable>();
    // A signal during the start waits for it: what is half open can't be closed in order.
    runUntilSignal({ logger, drain: async () => (await opened.promise)[Symbol.asyncDispose]() });
    opened.resolve(await options.open(environment, logger));
  } catch (error) {
    if (error instanceof ConfigurationError)
      process.stderr.write(error.message.replaceAll(/^/gm, `${options.name}: `) + '\n');
    else logger?.fatal({ err: error }, 'Could not start');
    process.exit(1);
  }
}
