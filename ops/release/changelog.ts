import { ReleaseRefused } from './release-refused.ts';

const UNRELEASED = '## [Unreleased]';
const NEXT_VERSION = /^## \[/m;

/**
 * Reads the entries under Unreleased in the changelog.
 * @throws ReleaseRefused if there are none.
 */
export function readUnreleased(changelog: string): string {
  const start = changelog.indexOf(`${UNRELEASED}\n`);
  if (start < 0) throw new ReleaseRefused(`CHANGELOG.md has no ${UNRELEASED}`);
  const rest = changelog.slice(start + UNRELEASED.length);
  const end = rest.search(NEXT_VERSION);
  const notes = (end < 0 ? rest : rest.slice(0, end)).trim();
  if (notes === '')
    throw new ReleaseRefused('CHANGELOG.md has nothing under Unreleased: there is nothing to release');
  return notes;
}

/**
 * Moves the unreleased entries of the changelog to a version.
 * @param day the day of the release, `YYYY-MM-DD`.
 */
export function dateUnreleased(changelog: string, version: string, day: string): string {
  if (changelog.includes(`\n## [${version}]`))
    throw new ReleaseRefused(`CHANGELOG.md has ${version} already`);
  readUnreleased(changelog);
  return changelog.replace(`${UNRELEASED}\n`, () => `${UNRELEASED}\n\n## [${version}] - ${day}\n`);
}

/** Reads the section about upgrading from the notes of a version; empty if there is none. */
export function readUpgrading(notes: string): string {
  const [, text = ''] = /^### Upgrading\n([^]*?)(?=^### |$(?![^]))/m.exec(notes) ?? [];
  return text.trim();
}
