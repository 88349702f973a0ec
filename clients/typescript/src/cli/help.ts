import type { Command, Option } from './command.ts';
import { COMMON } from './settings.ts';

/**
 * The program is called by the package's name. If it is not installed, npm would otherwise fetch
 * any package that is registered as `ibe`.
 */
export const PROGRAM = 'npx invoice-batch-engine-client';

const EXITS = `Exit codes: 0 success · 1 invoices failed or were rejected · 2 wrong arguments or files
            3 engine not reached, or time limit exceeded: run the command again · 4 the engine refused a request`;

/** Builds the help of the program. */
export function describeProgram(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(
    ([name, { operands, summary }]) => [`${name} ${operands}`, summary] as const,
  );
  return [
    `Usage: ${PROGRAM} COMMAND … [--json]\n       ${PROGRAM} --version | completion SHELL\n`,
    'Files of invoices for an invoice batch engine.\n',
    `Commands:\n${align(rows)}\n`,
    `Options:\n${describeOptions(COMMON)}\n`,
    EXITS,
  ].join('\n');
}

/** Builds the help of a command. */
export function describeCommand(name: string, { operands, summary, options }: Command): string {
  return [
    `Usage: ${PROGRAM} ${name} ${operands} [options]\n`,
    `${summary}\n`,
    `Options:\n${describeOptions({ ...options, ...COMMON })}\n`,
    EXITS,
  ].join('\n');
}

function describeOptions(options: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(options).map(
    ([name, { value, about }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, about] as const,
  );
  return align(rows);
}

function align(rows: readonly (readonly [string, string])[]): string {
  const width = rows.reduce((widest, [left]) => Math.max(widest, left.length), 0);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
