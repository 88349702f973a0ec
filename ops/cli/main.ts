import { Command } from 'commander';
import { COMMANDS } from './commands.ts';
import { completion } from './completion.ts';
import { runCommand } from './run-command.ts';
import { showTree } from './show-tree.ts';

/* npm run engine: the program of operators. */

const [name = ''] = process.argv.slice(2);
// The help, completions and a name that none has need all of them.
const loaders = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
const modules = await Promise.all(loaders.map((load) => load()));

const program = showTree(new Command('engine')).description(
  'Operates an invoice batch engine. `<command> --help` tells all about a command',
);
for (const { command } of [...modules, { command: completion }]) program.addCommand(command);
await runCommand(program, modules.length === 1 ? modules[0]!.failureCode : undefined);
