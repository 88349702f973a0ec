import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefused } from './release-refused.ts';

/*
 * The golden dump of a release: a small database that its version wrote, which every later version
 * must be able to upgrade (test/upgrade). The released code itself writes it once.
 */

/** The directory of the dumps in the project. */
export const DUMPS = 'test/golden/upgrade';

/** Returns the file with the dump of a version in the project. */
export const nameDump = (version: string) => `${DUMPS}/${version}.sql.gz`;

/**
 * @throws ReleaseRefused if the version already has a dump, because released dumps never change.
 */
export function requireNoDump(root: string, version: string): void {
  if (existsSync(path.join(root, nameDump(version))))
    throw new ReleaseRefused(`${nameDump(version)} already exists: a released dump is never written again`);
}

/**
 * Replaces the unreleased dump by that of a version, and upgrades it once.
 * @returns false if that failed.
 */
export function writeDump(root: string, version: string): boolean {
  const env = { ...process.env, GOLDEN_VERSION: version };
  return spawnSync('npm', ['run', 'upgrade:dump'], { cwd: root, env, stdio: 'inherit' }).status === 0;
}
