import { accessSync, constants, statSync } from 'node:fs';
import { ConfigurationError } from './configuration-error.ts';

/**
 * Refuses a CHROMIUM_PATH that cannot be run.
 * @throws ConfigurationError
 */
export function requireProgram(file: string | undefined): void {
  if (file === undefined) {
    throw new ConfigurationError('CHROMIUM_PATH must be set where WORKER_QUEUES has pdfs');
  }
  try {
    accessSync(file, constants.X_OK);
    if (statSync(file).isFile()) return;
  } catch (error) {
    throw new ConfigurationError(`CHROMIUM_PATH can't be run: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
  throw new ConfigurationError('CHROMIUM_PATH must be a program, not a directory');
}
