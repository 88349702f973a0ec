import { accessSync, constants, statSync } from 'node:fs';

/** Finds that a CHROMIUM_PATH cannot be run. @returns a line for it. */
export function findProgramFault(file: string | undefined): string | undefined {
  if (file === undefined) return 'CHROMIUM_PATH must be set where WORKER_QUEUES has pdfs';
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? undefined : 'CHROMIUM_PATH must be a program, not a directory';
  } catch (error) {
    return `CHROMIUM_PATH can't be run: ${(error as NodeJS.ErrnoException).code}`;
  }
}
