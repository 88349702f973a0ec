import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { endWithParent } from './end-with-parent.js';

/** The interval between progress reports. Measuring a directory takes a tenth of a second. */
const TELLING_MS = 5000;

/** An error that stops the setup: one line with the fault, and one with the remedy. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {string} [advice]
   */
  constructor(message, advice) {
    super(advice ? `${message}\n  ${advice}` : message);
    this.name = 'SetupError';
  }
}

/**
 * Shows a step while it runs, and its duration at the end. For a long step it also shows the
 * progress in megabytes.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {{ directory: string, megabytes: number }} [growing] the directory in which the result
 *   grows, and its approximate final size.
 * @returns {Promise<T>}
 */
export async function showStep(title, work, growing) {
  const started = Date.now();
  console.log(`❯ ${title}${growing ? `: about ${growing.megabytes} MB` : ''}`);
  const telling =
    growing &&
    setInterval(() => {
      const there = Math.round(measureDirectory(growing.directory) / 1e6);
      console.log(`  ${title}: ${Math.min(there, growing.megabytes)} of about ${growing.megabytes} MB`);
    }, TELLING_MS);
  try {
    const result = await work();
    console.log(`✔ ${title} [${((Date.now() - started) / 1000).toFixed(1)}s]`);
    return result;
  } finally {
    clearInterval(telling);
  }
}

/**
 * @param {string} directory
 * @returns {number} the size in bytes of all files below it; files that are removed meanwhile are
 *   left out.
 */
function measureDirectory(directory) {
  /** @type {import('node:fs').Dirent[]} */
  let entries = [];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return 0;
  }
  return entries.reduce((sum, entry) => {
    const place = path.join(directory, entry.name);
    if (entry.isDirectory()) return sum + measureDirectory(place);
    return sum + (entry.isFile() ? (statSync(place, { throwIfNoEntry: false })?.size ?? 0) : 0);
  }, 0);
}

/**
 * Runs a program to its end with its output in a log file. If the machine supports it, the program
 * is killed when this process dies.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ log: string, cwd: string, environment?: NodeJS.ProcessEnv }} options `log` is appended
 *   to; `environment` defaults to that of this process.
 * @returns {Promise<{ code: number | null, output: string }>} `output` is the whole log.
 */
export function runLogged(program, args, { log, cwd, environment = process.env }) {
  const file = openSync(log, 'a');
  return new Promise((resolve, reject) => {
    const [first = program, ...rest] = endWithParent('KILL', [program, ...args]) ?? [program, ...args];
    const child = spawn(first, rest, { cwd, env: environment, stdio: ['ignore', file, file] });
    closeSync(file);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: readFileSync(log, 'utf8') }));
  });
}
