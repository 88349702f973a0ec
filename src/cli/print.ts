import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';

const STANDARD_OUTPUT = 1;

/** The output of a command could not be written. */
export class OutputLost extends Error {
  /** The reader closed the pipe (`| head`), so no output is missed. */
  readonly isEnough: boolean;

  constructor(cause: NodeJS.ErrnoException, ifLost: string | undefined) {
    const what = ifLost ?? 'The output of this command could not be written, but its changes were made';
    super(`${what} (${cause.code ?? cause.message})`, { cause });
    this.isEnough = cause.code === 'EPIPE' && ifLost === undefined;
  }
}

/**
 * Prints lines on standard output with escaped control characters, and resolves when they are
 * written. Unlike this function, `console.log` does not report a full disk.
 * @param ifLost the message if the lines cannot be written: what was done nevertheless, and what
 *   the operator can do. Needed if the lines contain a secret that is shown only once, or
 *   information for the next step.
 * @throws OutputLost
 */
export function print(lines: string | readonly string[], ifLost?: string): Promise<void> {
  const texts = typeof lines === 'string' ? [lines] : lines;
  return printText(escapeControls(texts.map((line) => `${line}\n`).join('')), ifLost);
}

/** Prints a line on standard error with escaped control characters. */
export function printError(line: string): void {
  console.error(escapeControls(line));
}

/** Prints a text without escaping. @throws OutputLost */
export async function printText(text: string, ifLost?: string): Promise<void> {
  try {
    await writeAll(text);
  } catch (error) {
    throw new OutputLost(error as NodeJS.ErrnoException, ifLost);
  }
}

function writeAll(text: string): Promise<void> | void {
  const stdout: unknown = process.stdout;
  // If a disk fills up, Node's stream to a file writes a part and reports success.
  if (!(stdout instanceof Socket)) return writeFileSync(STANDARD_OUTPUT, text);
  // The callback reports the error; without a listener the event would end the process.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {});
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Characters that control or mislead a terminal: control characters (C0 and C1), Unicode line
 * separators, and marks that change the text direction.
 */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Escapes control characters as JSON does (`\u001b`), except for line feeds and tabs, to make a
 * text harmless for a terminal. Texts of customers, answers of AEAT and foreign files may contain
 * any character.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns the day of an instant in Madrid, as the law and operators count it.
 * @param time milliseconds since 1970.
 */
export function formatDay(time: number): string {
  return todayInMadrid(new Date(time));
}
