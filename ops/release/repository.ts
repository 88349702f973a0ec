import { execFileSync } from 'node:child_process';
import { readUpgrading } from './changelog.ts';
import { ReleaseRefused } from './release-refused.ts';
import { listMigrations, listSettings, type UpgradeNeeds } from './upgrade-needs.ts';

/** The operations on the repository that a release needs. */
export type Repository = {
  /**
   * The newest version that is tagged in the current history, without `v`; null if there is none.
   */
  readonly lastVersion: string | null;
  readonly commit: string;
  readonly git: (args: readonly string[]) => string;
};

/** Opens a repository. @param root its directory. */
export function openRepository(root: string): Repository {
  const git = (args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const tags = git(['tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v[0-9]*']).split('\n');
  const [last = ''] = tags;
  return {
    lastVersion: last === '' ? null : last.slice(1),
    commit: git(['rev-parse', '--short', 'HEAD']),
    git,
  };
}

/**
 * @throws ReleaseRefused if something is not committed, another branch than main is checked out, or
 *   the tag exists.
 */
export function requireReady({ git }: Repository, version: string): void {
  const branch = git(['rev-parse', '--abbrev-ref', 'HEAD']);
  if (branch !== 'main') throw new ReleaseRefused(`A release is made on main, and this is ${branch}`);
  const [change] = git(['status', '--porcelain']).split('\n');
  if (change) throw new ReleaseRefused(`The working tree has uncommitted changes: ${change.trim()}`);
  if (git(['tag', '--list', `v${version}`]) !== '')
    throw new ReleaseRefused(`There is a tag v${version} already`);
}

/**
 * Determines what an upgrade from the last version to the current sources needs.
 * @param notes the notes of the changelog.
 */
export function readNeeds({ git, lastVersion }: Repository, notes: string): UpgradeNeeds {
  const readSettings = (version: string) => listSettings(git(['show', `${version}:docs/settings.md`]));
  const settings = readSettings('HEAD');
  const before = lastVersion === null ? [] : readSettings(`v${lastVersion}`);
  const added = ['diff', '--name-only', '--diff-filter=A', `v${lastVersion}`, 'HEAD', '--', 'migrations'];
  const files = lastVersion === null ? ['ls-tree', '-r', '--name-only', 'HEAD', 'migrations'] : added;
  return {
    migrations: listMigrations(git(files).split('\n')),
    newSettings: settings.filter((name) => !before.includes(name)),
    goneSettings: before.filter((name) => !settings.includes(name)),
    notes: readUpgrading(notes),
  };
}
