import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../boot/layout.ts';

/** @returns the file that the output of one process goes to. */
export function buildLogPath(name: string): string {
  return path.join(LOCAL, 'logs', `${name}.log`);
}

/** Keeps the log of the last start beside that of this one, as `….previous.log`. */
export function rotateLog(name: string): void {
  const log = buildLogPath(name);
  if (existsSync(log)) renameSync(log, buildLogPath(`${name}.previous`));
}

/** The last lines of a log, for a terminal. */
export function describeLog(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8) : [];
  return [...lines, `(log: ${log})`].join('\n  ');
}
