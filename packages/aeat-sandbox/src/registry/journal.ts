import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { BookChange } from '../sii/book/book-change.ts';
import type { SpfeChange } from '../spfe/book/change.ts';
import type { LogEntry, LoggedAnswer } from './log-entry.ts';
import type { LoggedMessage, MessageEnd } from './logged-message.ts';
import type { StoredRecord } from './registry.ts';

/** The lines of the journal, in order; all other state is rebuilt from them. */
export type JournalLine =
  | { readonly type: 'arrival'; readonly entry: LogEntry; readonly stored: readonly StoredRecord[] }
  | { readonly type: 'answer'; readonly sequence: number; readonly answer: LoggedAnswer }
  | {
      readonly type: 'message';
      readonly message: LoggedMessage;
      readonly changes: readonly JournalChange[];
    }
  | { readonly type: 'book'; readonly changes: readonly JournalChange[] }
  | { readonly type: 'message-end'; readonly sequence: number; readonly end: MessageEnd }
  | { readonly type: 'reset' };

/** A change of the book of SII or of that of the SPFE. */
export type JournalChange = BookChange | SpfeChange;

export type Journal = {
  readonly lines: readonly JournalLine[];
  readonly append: (line: JournalLine) => void;
};

const LINE_FEED = 0x0a;

/** Creates a journal that is lost when the process ends. */
export function createMemoryJournal(): Journal {
  return { lines: [], append: () => {} };
}

/**
 * Opens the journal of a directory, which is created if it is missing. An incomplete last line,
 * left by a crash, is dropped, because its message was never answered.
 * @throws SyntaxError if another line is damaged.
 */
export function openFileJournal(directory: string): Journal {
  makeDirectory(path.resolve(directory));
  const file = path.join(directory, 'journal.ndjson');
  return {
    lines: existsSync(file) ? readLines(file) : [],
    append: (line) => {
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
  };
}

/**
 * Creates a directory and its missing parents. The `recursive` option of Node loops forever where a
 * file system refuses new entries, such as /proc.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

function readLines(file: string): JournalLine[] {
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf(LINE_FEED) + 1;
  if (whole < bytes.length) truncateSync(file, whole);
  return bytes
    .subarray(0, whole)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalLine);
}
