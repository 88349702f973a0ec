import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefused } from './release-refused.ts';

/*
 * The golden dump of a release: a small database that its version wrote, which every later version must be able to upgrade
 * (test/upgrade). It is written by the released code itself and never again.
 */

/** Where the dumps lie, below the project's directory. */
export const DUMPS = 'test/golden/upgrade';

/** The file with the dump of a version, below the project's directory. */
export const nameDump = (version: string) => `${DUMPS}/${version}.sql.gz`;

/** @throws ReleaseRefused where the version has a dump already: what was released never changes. */
export function requireNoDump(root: string, version: string): void {
  if (existsSync(path.join(root, nameDump(version))))
    throw new ReleaseRefused(`${nameDump(version)} is there already: a released dump is never written anew`);
}

/** Writes the dump of a version in place of the unreleased one, and upgrades it once. @returns false where that failed. */
export function writeDump(root: string, version: string): boolean {
  const env = { ...process.env, GOLDEN_VERSION: version };
  return spawnSync('npm', ['run', 'upgrade:dump'], { cwd: root, env, stdio: 'inherit' }).status === 0;
}
