import { rmSync } from 'node:fs';
import { runLogged, SetupError } from './boot-report.js';
import { findExecutable } from './find-executable.js';

/** A failure of npm, with its code (`E404`), which is empty if npm gave none. */
export class NpmError extends SetupError {
  /**
   * @param {string} message
   * @param {string} advice
   * @param {string} code
   */
  constructor(message, advice, code) {
    super(message, advice);
    this.code = code;
  }
}

const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

/**
 * The size in MB of the young generation of npm's heap. With the default size, npm spends a fifth
 * of its time on garbage collection while it unpacks.
 */
const YOUNG = '--max-semi-space-size=64';

/**
 * Runs npm in a directory, without install scripts, since no package needs one.
 * @param {readonly string[]} args
 * @param {{ log: string, cwd: string }} options `log` is the file for npm's output alone.
 * @throws {NpmError} if npm fails; SetupError if npm is not installed.
 */
export async function runNpm(args, { log, cwd }) {
  rmSync(log, { force: true });
  const npm = process.env['npm_execpath'] ?? '';
  const [program, ...first] = npm.endsWith('npm-cli.js')
    ? [process.execPath, YOUNG, npm]
    : [findExecutable(['npm'])];
  if (program === undefined)
    throw new SetupError('npm was not found', 'Install Node.js with npm: https://nodejs.org');
  const all = [...first, ...args, '--ignore-scripts', '--prefer-offline'];
  // The npm that runs this script sets this variable to the project's directory. With --prefix npm
  // would ignore the settings of the machine.
  const { npm_config_local_prefix: _project, ...environment } = process.env;
  const { code, output } = await runLogged(program, all, { log, cwd, environment });
  if (code === 0) return;
  const [reason = `it ended with code ${code}`] =
    output.match(/^npm (error|ERR!) (?!A complete log).+$/m) ?? [];
  const [, , failure = ''] = output.match(/^npm (error|ERR!) code (E\w+)$/m) ?? [];
  throw new NpmError(`npm ${args[0]} failed: ${reason}`, adviseOn(output, log), failure);
}

/**
 * @param {string} output
 * @param {string} log
 */
function adviseOn(output, log) {
  if (UNREACHABLE.test(output)) {
    return 'The npm registry cannot be reached: check the network and the proxy settings (npm config list), then run this command again.';
  }
  if (output.includes('ENOSPC')) return 'The disk is full: about 1 GB is needed.';
  if (/EACCES|EPERM/.test(output)) {
    return 'node_modules belongs to another user: remove it as that user, then run this command again.';
  }
  if (output.includes('EUSAGE')) return 'package.json and package-lock.json disagree: run npm install.';
  return `npm's output is in ${log}`;
}
