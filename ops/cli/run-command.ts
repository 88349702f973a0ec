import { type Command, CommanderError } from 'commander';
import { OutputLost, printText, tell } from './print.ts';

/** As a shell tells of a program that SIGPIPE ended, which is what most do that nobody reads any more. */
const NOBODY_READS = 128 + 13;

/**
 * Runs a program; whatever fails is told in one line, also that what it printed could not be written.
 * @param failureCode of the process then. check-invariants has another one: 1 means there that something is broken.
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

/** @throws what failed; asking for help is no failure. */
async function parse(program: Command, help: readonly string[]): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    await printText(help.join(''));
  }
}

function reportFailure(error: Error & { code?: string }): void {
  // Commander has told already.
  if (error instanceof CommanderError || (error instanceof OutputLost && error.isEnough)) return;
  // Several addresses that were tried make an error without a message.
  tell(error.message || error.code || String(error));
}

/** The whole help would push the line that says what is wrong with an argument off the screen. @param help gets what was asked for. */
function prepare(command: Command, help: string[], path: readonly string[] = []): void {
  const names = [...path, command.name()];
  command.showHelpAfterError(`See npm run ${[names[0], '--', ...names.slice(1), '--help'].join(' ')}`);
  command.configureOutput({
    // A suggestion would come on a line of its own.
    outputError: (text, write) => write(text.replace('\n(', ' (')),
    writeOut: (text) => void help.push(text),
  });
  command.exitOverride();
  for (const each of command.commands) prepare(each, help, names);
}
