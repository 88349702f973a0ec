import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../boot/find-executable.js';
import { LOCAL } from '../boot/layout.ts';
import type { Account } from './server-process.ts';

/*
 * Chromium reads what clients wrote. Where this runs as root it gets an account that nobody else has: a renderer that is broken out of its
 * sandbox reads neither the worker's environment nor the data of PostgreSQL. As root it would have no sandbox at all.
 */

/** Neither Debian (up to 60000, from 65000 on) nor systemd (60001 to 60513, from 61184 on) gives out the numbers from here on. */
const FIRST_ID = 60_988;
const LAST_ID = 61_100;

/**
 * The account for Chromium.
 * @returns undefined where this is not root, or where root may not become somebody else.
 */
export function findChromiumAccount(): (Account & { readonly setpriv: string }) | undefined {
  const setpriv = findExecutable(['setpriv']);
  if (process.getuid?.() !== 0 || setpriv === undefined) return undefined;
  const taken = new Set(
    ['/etc/passwd', '/etc/group'].flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => Number(line.split(':')[2])),
    ),
  );
  for (let id = FIRST_ID; id <= LAST_ID; id += 1) {
    if (taken.has(id)) continue;
    const works = spawnSync(setpriv, [...buildDrop({ uid: id, gid: id }), 'true'], { cwd: '/' }).status === 0;
    return works ? { uid: id, gid: id, setpriv } : undefined;
  }
  return undefined;
}

/**
 * Writes a launcher that runs a program under the account, with the profile directory that it is given as its own and its home.
 * @returns the launcher's path, for CHROMIUM_PATH.
 */
export function writeAccountLauncher(
  program: string,
  { setpriv, ...account }: Account & { readonly setpriv: string },
): string {
  const launcher = path.join(LOCAL, 'chromium', `${path.basename(program)}-as-${account.uid}`);
  mkdirSync(path.dirname(launcher), { recursive: true });
  const text = `#!/bin/sh
HOME=/
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) HOME=\${argument#*=}; chown ${account.uid}:${account.gid} "$HOME" ;;
  esac
done
export HOME
cd /
exec '${setpriv}' ${buildDrop(account).join(' ')} '${program.replaceAll("'", `'\\''`)}' "$@"
`;
  writeFileSync(launcher, text, { mode: 0o755 });
  return launcher;
}

/** No other groups, no capabilities, and no way to get any. */
function buildDrop({ uid, gid }: Account): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--',
  ];
}
