import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { InputFault } from '../faults.ts';

/** A chunk that was sent or is being sent. */
export type KnownChunk = {
  readonly key: string;
  readonly label: string;
  /** Null until the engine has answered. */
  readonly batch_id: number | null;
  /** The fingerprints in the order of the batch. */
  readonly invoices: readonly string[];
};

/** The state file: which invoices of a file are in which batch of which engine. */
export type State = { readonly version: 1; readonly engine: string; readonly chunks: readonly KnownChunk[] };

/** The operand that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Returns the default path of the state of a file; null for standard input, which has none: the
 * engine is asked what it has.
 */
export const locateState = (file: string) => (file === STANDARD_INPUT ? null : `${file}.ibe.json`);

/**
 * Reads a state file.
 * @returns null if there is none.
 * @throws InputFault if this program did not write it.
 */
export function readState(path: string): State | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new InputFault(`${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    const state = JSON.parse(text) as State;
    if (state.version === 1 && Array.isArray(state.chunks)) return state;
  } catch {
    // Reported below.
  }
  throw new InputFault(
    `${path} is not a state file of this program. Nothing was sent, because the file may have been submitted already`,
  );
}

/** Replaces a state file atomically: after a power failure it is the previous one or this one. */
export function writeState(path: string, state: State): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w');
    try {
      writeFileSync(file, `${JSON.stringify(state)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    throw new InputFault(`${path} cannot be written: ${(error as Error).message}`);
  }
}
