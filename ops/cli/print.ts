import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';

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

/** What a terminal obeys or is misled by: control characters (C0 and C1), ends of lines of Unicode, and marks that change the direction of text. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Makes a text harmless for a terminal: each character that it would obey is written as JSON does (`\u001b`). Line feeds and tabs stay. Names and texts of customers, answers
 * of AEAT and files of others may have any.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The day of an instant as the law and the operator count it: in Madrid. @param time milliseconds since 1970. */
export function formatDay(time: number): string {
  return todayInMadrid(new Date(time));
}
