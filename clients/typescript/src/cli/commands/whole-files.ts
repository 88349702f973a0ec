import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InputFault } from '../faults.ts';

/** Returns the SHA-256 of a content, in hexadecimal. */
export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Returns the SHA-256 of a file; null if it cannot be read. */
export function readHash(file: string): string | null {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return null;
  }
}

/** Creates a folder with its parents. @throws InputFault if it cannot be created. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new InputFault(`${folder} cannot be created: ${(error as Error).message}`);
  }
}

/** Writes a file completely or not at all. @throws InputFault if it cannot be written. */
export function writeWhole(folder: string, name: string, content: Uint8Array | string): void {
  const file = path.join(folder, name);
  const temporary = path.join(folder, `.${name}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new InputFault(`${file} cannot be written: ${(error as Error).message}`);
  }
}
