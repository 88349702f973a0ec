import { ReleaseRefused } from './release-refused.ts';

const UNRELEASED = '## [Unreleased]';
const NEXT_VERSION = /^## \[/m;

/** What the next version brings, as the changelog has it under Unreleased. @throws ReleaseRefused where there is nothing. */
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

/** The changelog after a release: what was unreleased belongs to the version, and nothing is unreleased. @param day `YYYY-MM-DD` */
export function dateUnreleased(changelog: string, version: string, day: string): string {
  if (changelog.includes(`\n## [${version}]`))
    throw new ReleaseRefused(`CHANGELOG.md has ${version} already`);
  readUnreleased(changelog);
  return changelog.replace(`${UNRELEASED}\n`, () => `${UNRELEASED}\n\n## [${version}] - ${day}\n`);
}

/** What whoever upgrades must do or know, of a version's notes; empty where they say nothing of it. */
export function readUpgrading(notes: string): string {
  const [, text = ''] = /^### Upgrading\n([^]*?)(?=^### |$(?![^]))/m.exec(notes) ?? [];
  return text.trim();
}
