import type { Command } from 'commander';

/** Makes the help of a program list its commands with their own commands below them. @returns the program. */
export function showTree(program: Command): Command {
  return program.configureHelp({
    visibleCommands: () => listBelow(program),
    subcommandTerm: (command) => '  '.repeat(countParents(command) - 1) + describeTerm(command),
    subcommandDescription: (command) => firstClause(command.description()),
  });
}

function listBelow(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...listBelow(each)]);
}

function countParents({ parent }: Command): number {
  return parent === null ? 0 : 1 + countParents(parent);
}

function describeTerm(command: Command): string {
  const values = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...values].join(' ');
}

/** The rest stands in the help of the command itself. */
function firstClause(description: string): string {
  return description.split(/[;:] /, 1)[0]!;
}
