import { rmSync } from 'node:fs';
import { runLogged, SetupError } from './boot-report.js';
import { findExecutable } from './find-executable.js';

/** A failure of npm, with its code (`E404`); empty where it told none. */
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

/** npm makes so many objects while it unpacks that a fifth of its time goes to collecting them, unless the young generation of its heap has room (MB). */
const YOUNG = '--max-semi-space-size=64';

/**
 * Runs npm in a directory, without any install script: nothing here needs one.
 * @param {readonly string[]} args
 * @param {{ log: string, cwd: string }} options the log gets npm's output alone.
 * @throws {NpmError} where npm fails; SetupError where there is no npm.
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
  // The npm that runs this script says there which directory the project is. --prefix would say the same, and hide the settings of the machine from npm.
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
    return 'The npm registry cannot be reached: check the network and the proxy settings (npm config list), then run this again.';
  }
  if (output.includes('ENOSPC')) return 'The disk is full: about 1 GB is needed.';
  if (/EACCES|EPERM/.test(output)) {
    return 'node_modules belongs to another user: remove it as that user, then run this again.';
  }
  if (output.includes('EUSAGE')) return 'package.json and package-lock.json disagree: run npm install.';
  return `npm's output is in ${log}`;
}
