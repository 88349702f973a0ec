import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../boot/layout.ts';

/** Returns the file for the output of a process. */
export function buildLogPath(name: string): string {
  return path.join(LOCAL, 'logs', `${name}.log`);
}

/** Renames the log of the last start to `….previous.log`. */
export function rotateLog(name: string): void {
  const log = buildLogPath(name);
  if (existsSync(log)) renameSync(log, buildLogPath(`${name}.previous`));
}

/** Returns the last lines of a log, for the terminal. */
export function describeLog(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8) : [];
  return [...lines, `(log: ${log})`].join('\n  ');
}

/** The marks of a line that states why a server ended. */
const CAUSE = /PANIC|FATAL|No space left|out of memory|Can't|[Ee]rror/;
const LAST_LINES = 40;

/**
 * Returns the line of a log that states why its server ended: the last one that reports an error,
 * otherwise the last one.
 */
export function findCause(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES) : [];
  const full = lines.findLast((line) => line.includes('No space left'));
  return (full ?? lines.findLast((line) => CAUSE.test(line)) ?? lines.at(-1) ?? 'no reason is logged').trim();
}
