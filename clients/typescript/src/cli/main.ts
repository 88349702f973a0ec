#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { EngineError, openEngine } from '../engine.ts';
import { findRoot } from '../find-root.ts';
import { VERSION } from '../version.ts';
import type { Command } from './command.ts';
import { document } from './commands/document.ts';
import { documents } from './commands/documents.ts';
import { errors } from './commands/errors.ts';
import { pdf } from './commands/pdf.ts';
import { status } from './commands/status.ts';
import { submit } from './commands/submit.ts';
import { validate } from './commands/validate.ts';
import { watch } from './commands/watch.ts';
import { writeCompletion } from './completion.ts';
import { EXIT, InputFault } from './faults.ts';
import { describeCommand, describeProgram, PROGRAM } from './help.ts';
import { openOutput, type Output } from './output.ts';
import { COMMON, readSettings } from './settings.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  submit,
  validate,
  status,
  watch,
  pdf,
  documents,
  document,
  errors,
};

function help(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
}

/** Runs the program. @returns its exit code. */
async function main([name, ...rest]: readonly string[], signal: AbortSignal): Promise<number> {
  const output = openOutput(rest.includes('--json'));
  if (name === '--help' || name === 'help') return help(describeProgram(COMMANDS));
  if (name === '--version') return help(VERSION);
  try {
    if (name === 'completion') return help(writeCompletion(rest[0], COMMANDS));
    const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      const what = name === undefined ? 'Give a command:' : `There is no command ${name}:`;
      throw new InputFault(`${what} ${Object.keys(COMMANDS).join(', ')}; ${PROGRAM} --help describes them`);
    }
    if (rest.includes('--help')) return help(describeCommand(name!, command));
    const { values, positionals } = readArguments(command, rest);
    const settings = readSettings(values, process.env);
    const engine = openEngine(settings);
    try {
      const url = findRoot(settings.url);
      return await command.run({ operands: positionals, options: values, engine, url, output, signal });
    } finally {
      await engine.close();
    }
  } catch (error) {
    return reportError(error, output, signal);
  }
}

function readArguments({ options }: Command, args: readonly string[]) {
  const all = Object.entries({ ...options, ...COMMON }).map(([name, { type }]) => [name, { type }] as const);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(all), allowPositionals: true });
  } catch (error) {
    throw new InputFault((error as Error).message.split('. ')[0]);
  }
}

/** Reports an error for people or, with --json, for programs. @throws an unexpected error. */
function reportError(error: unknown, output: Output, signal: AbortSignal): number {
  if (signal.aborted) {
    output.note('Interrupted. Run the command again to continue');
    return EXIT.interrupted;
  }
  if (error instanceof InputFault) {
    const { message, findings } = error;
    if (output.isJson)
      output.result(
        { error: { code: 'input', message }, ...(findings.length > 0 && { errors: findings }) },
        [],
      );
    output.note(error.message);
    return EXIT.input;
  }
  if (!(error instanceof EngineError)) throw error;
  const { status: answered, code, message, requestId } = error;
  if (output.isJson) output.result({ error: { code, message, status: answered, request_id: requestId } }, []);
  const request = requestId === null ? '' : ` (request ${requestId})`;
  output.note(`${message}${request}`);
  // A 409 means "not yet".
  const isLate = [408, 409, 429].includes(answered);
  const isRefusal = answered >= 400 && answered < 500 && !isLate;
  return isRefusal ? EXIT.refused : EXIT.gaveUp;
}

const interrupting = new AbortController();
// A second signal ends the program at once.
process.once('SIGINT', () => interrupting.abort());
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe: ends with the code that a shell reports for SIGPIPE.
  if (error.code === 'EPIPE') process.exit(EXIT.interrupted + 11);
  process.stderr.write(`The output could not be written: ${error.message}\n`);
  process.exit(EXIT.input);
});
process.exitCode = await main(process.argv.slice(2), interrupting.signal);
