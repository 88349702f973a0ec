import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { InputFault } from '../faults.ts';

/** A chunk that was sent, or is about to be. */
export type KnownChunk = {
  readonly key: string;
  readonly label: string;
  /** Null from before it is sent until the engine has answered. */
  readonly batch_id: number | null;
  /** Fingerprints, in the order of the batch. */
  readonly invoices: readonly string[];
};

/** What is remembered beside a file: which of its invoices are in which batch of which engine. */
export type State = { readonly version: 1; readonly engine: string; readonly chunks: readonly KnownChunk[] };

/** Where the state of a file lies unless somebody says otherwise. */
export const locateState = (file: string) => `${file}.ibe.json`;

/** @returns null where there is none. @throws InputFault where it is none that this program wrote. */
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
    // Told below.
  }
  throw new InputFault(
    `${path} is no state file of this program: nothing is sent, for it may have been sent`,
  );
}

/** Replaces a state as a whole: whoever loses power has the one before or this one. */
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
