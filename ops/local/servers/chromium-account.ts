import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../boot/find-executable.js';
import { LOCAL } from '../boot/layout.ts';
import type { Account } from './server-process.ts';

/*
 * Chromium processes data of clients. If this runs as root, Chromium gets its own account: a
 * renderer that escapes from its sandbox can then read neither the worker's environment nor the
 * data of PostgreSQL. As root, Chromium would have no sandbox at all.
 */

/**
 * The first of the ids that neither Debian (up to 60000, from 65000 on) nor systemd (60001 to
 * 60513, from 61184 on) assigns.
 */
const FIRST_ID = 60_988;
const LAST_ID = 61_100;

/**
 * Finds an account for Chromium.
 * @returns undefined if this process is not root, or may not change to another account.
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
 * Writes a launcher that runs a program under the account. The account owns the profile directory
 * in the arguments, which is also its home.
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

/** Builds the arguments of setpriv: no other groups, no capabilities, and no way to gain any. */
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
