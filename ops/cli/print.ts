import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { escapeControls } from './terminal-text.ts';

const STANDARD_OUTPUT = 1;

/** What a command printed and nobody got. */
export class OutputLost extends Error {
  /** Who read it had enough (`| head`), and nothing is missed. */
  readonly isEnough: boolean;

  constructor(cause: NodeJS.ErrnoException, ifLost: string | undefined) {
    const what = ifLost ?? 'What this command printed could not be written; what it did stands';
    super(`${what} (${cause.code ?? cause.message})`, { cause });
    this.isEnough = cause.code === 'EPIPE' && ifLost === undefined;
  }
}

/**
 * Prints lines on standard output, without anything that a terminal would obey, and resolves when they are written: `console.log` tells nobody that a disk is full.
 * @param ifLost what was done nevertheless and what the operator can do now, where the lines hold what is shown only once or is needed next.
 * @throws OutputLost
 */
export function print(lines: string | readonly string[], ifLost?: string): Promise<void> {
  const texts = typeof lines === 'string' ? [lines] : lines;
  return printText(escapeControls(texts.map((line) => `${line}\n`).join('')), ifLost);
}

/** Tells a line on standard error, without anything that a terminal would obey. */
export function tell(line: string): void {
  console.error(escapeControls(line));
}

/** Prints a text as it is. @throws OutputLost */
export async function printText(text: string, ifLost?: string): Promise<void> {
  try {
    await writeAll(text);
  } catch (error) {
    throw new OutputLost(error as NodeJS.ErrnoException, ifLost);
  }
}

function writeAll(text: string): Promise<void> | void {
  const stdout: unknown = process.stdout;
  // To a file Node's own stream writes what there is room for, and calls the rest written.
  if (!(stdout instanceof Socket)) return writeFileSync(STANDARD_OUTPUT, text);
  // Told by the callback; an event that nobody listens to would end the process.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {});
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
