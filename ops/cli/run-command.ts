import type { Command, CommanderError } from 'commander';

/**
 * Runs a program; whatever fails is told in one line.
 * @param failureCode of the process then. check-invariants has another one: 1 means there that something is broken.
 */
export async function runCommand(program: Command, failureCode = 1): Promise<void> {
  hintAtHelp(program, failureCode);
  try {
    await program.parseAsync();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Several addresses that were tried make an error without a message.
    console.error(message || code || String(error));
    process.exitCode = failureCode;
  }
}

/** The whole help would push the line that says what is wrong with an argument off the screen. */
function hintAtHelp(command: Command, failureCode: number, path: readonly string[] = []): void {
  const names = [...path, command.name()];
  command.showHelpAfterError(`See npm run ${[names[0], '--', ...names.slice(1), '--help'].join(' ')}`);
  // A suggestion would come on a line of its own.
  command.configureOutput({ outputError: (text, write) => write(text.replace('\n(', ' (')) });
  command.exitOverride(({ exitCode }: CommanderError) => process.exit(exitCode === 0 ? 0 : failureCode));
  for (const each of command.commands) hintAtHelp(each, failureCode, names);
}
