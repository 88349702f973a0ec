import { type Command, CommanderError } from 'commander';
import { OutputLost, printText, printError } from './print.ts';

/**
 * The exit code that a shell reports for a program that SIGPIPE ended, as most programs do when
 * their reader is gone.
 */
const NOBODY_READS = 128 + 13;

/**
 * Runs a program and reports any failure in one line, including output that could not be written.
 * @param failureCode the exit code after a failure. It is not 1 for commands whose code 1 has
 *   another meaning, such as check-invariants.
 */
export async function runCommand(program: Command, failureCode = 1): Promise<void> {
  const help: string[] = [];
  prepare(program, help);
  try {
    await parse(program, help);
  } catch (error) {
    process.exitCode = error instanceof OutputLost && error.isEnough ? NOBODY_READS : failureCode;
    reportFailure(error as Error);
  }
}

/**
 * Runs the command. A request for help prints it and does not fail.
 * @throws the error of the command.
 */
async function parse(program: Command, help: readonly string[]): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    await printText(help.join(''));
  }
}

function reportFailure(error: Error & { code?: string }): void {
  // Commander has already reported its own errors.
  if (error instanceof CommanderError || (error instanceof OutputLost && error.isEnough)) return;
  // An error of several addresses has no message.
  printError(error.message || error.code || String(error));
}

/**
 * Prepares a command and its subcommands. After an error they name the help instead of printing it,
 * since the whole help would push the error message off the screen.
 * @param help receives the help if it is requested.
 */
function prepare(command: Command, help: string[], path: readonly string[] = []): void {
  const names = [...path, command.name()];
  command.showHelpAfterError(`See ${['npm', 'run', names[0], '--', ...names.slice(1), '--help'].join(' ')}`);
  command.configureOutput({
    // Puts a suggestion on the same line as the error.
    outputError: (text, write) => write(text.replace('\n(', ' (')),
    writeOut: (text) => void help.push(text),
  });
  command.exitOverride();
  for (const each of command.commands) prepare(each, help, names);
}
