import { Command } from 'commander';
import { VERSION } from '../platform/config/software.ts';
import { COMMANDS } from './commands.ts';
import { completion } from './completion.ts';
import { runCommand } from './run-command.ts';

/* npm run engine: the command-line program for operators. */

const [name = ''] = process.argv.slice(2);
// The help, the completions and the suggestions for an unknown name need all commands.
const loaders = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
const modules = await Promise.all(loaders.map((load) => load()));

const program = new Command('engine')
  .description('Operates an invoice batch engine. Run `<command> --help` for the details of a command.')
  .version(VERSION, '--version', 'print the version')
  .configureHelp({
    visibleCommands: listBelow,
    subcommandTerm: (command) => '  '.repeat(countParents(command) - 1) + describeTerm(command),
    subcommandDescription: (command) => firstClause(command.description()),
  });
for (const { command } of [...modules, { command: completion }]) program.addCommand(command);
await runCommand(program, modules.length === 1 ? modules[0]!.failureCode : undefined);

/** Lists all subcommands in depth-first order, for the tree in the help. */
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

/** Returns the first clause of a description. The help of the command itself shows all of it. */
function firstClause(description: string): string {
  return description.split(/[;:] /, 1)[0]!;
}
