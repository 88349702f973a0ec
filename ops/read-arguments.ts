import { parseArgs, type ParseArgsConfig } from 'node:util';
import { SetupError } from './local/boot/boot-report.js';

/** Reads a command line. @throws SetupError, one line, for an option that is not known. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's advice on arguments that begin with a hyphen is of no use here.
    throw new SetupError((error as Error).message.split('. ', 1)[0]!);
  }
}
