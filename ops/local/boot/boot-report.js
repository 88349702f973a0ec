import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** What stops the set-up: one line that says what is wrong, and one that says what to do. */
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
 * Shows a step while it runs and how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showStep(title, work) {
  const started = Date.now();
  console.log(`❯ ${title}`);
  const result = await work();
  console.log(`✔ ${title} [${((Date.now() - started) / 1000).toFixed(1)}s]`);
  return result;
}

/**
 * Runs a program to its end, its output in a log file.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ log: string, cwd: string }} options the log is appended to.
 * @returns {Promise<{ code: number | null, output: string }>} `output` is the whole log.
 */
export function runLogged(program, args, { log, cwd }) {
  const file = openSync(log, 'a');
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', file, file] });
    closeSync(file);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: readFileSync(log, 'utf8') }));
  });
}
