import { rmSync } from 'node:fs';
import { runLogged, SetupError } from './boot-report.js';

const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

/**
 * Runs npm in a directory, without any install script: nothing here needs one.
 * @param {readonly string[]} args
 * @param {{ log: string, cwd: string }} options the log gets npm's output alone.
 */
export async function runNpm(args, { log, cwd }) {
  rmSync(log, { force: true });
  const npm = process.env['npm_execpath'] ?? '';
  const [program, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  // Told by --prefix too: the npm that runs this script says in the environment that it is the project's directory.
  const all = [...first, ...args, '--ignore-scripts', '--prefer-offline', '--prefix', cwd];
  const { code, output } = await runLogged(program, all, { log, cwd }).catch(() => {
    throw new SetupError('npm was not found', 'Install Node.js with npm: https://nodejs.org');
  });
  if (code === 0) return;
  const [reason = `it ended with code ${code}`] =
    output.match(/^npm (error|ERR!) (?!A complete log).+$/m) ?? [];
  throw new SetupError(`npm ${args[0]} failed: ${reason}`, adviseOn(output, log));
}

/**
 * @param {string} output
 * @param {string} log
 */
function adviseOn(output, log) {
  if (UNREACHABLE.test(output)) {
    return 'The npm registry cannot be reached: check the network and the proxy settings (npm config list), then run this again.';
  }
  if (output.includes('ENOSPC')) return 'The disk is full: about 700 MB are needed.';
  if (/EACCES|EPERM/.test(output)) {
    return 'node_modules belongs to another user: remove it as that user, then run this again.';
  }
  if (output.includes('EUSAGE')) return 'package.json and package-lock.json disagree: run npm install.';
  return `npm's output is in ${log}`;
}
