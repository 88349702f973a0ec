import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';

/*
 * Where this runs as root in a directory that PostgreSQL's account may not enter, data lie outside of it. A link in `.local` leads there, so that
 * `.local` says where everything is, and data whose link was removed with it are nobody's.
 */

/** What data are called there. */
const DATA = /^postgres-data-[0-9a-f]{8}$/;

/**
 * The directory that a link leads to; link and directory are made where they are missing.
 */
export function followLink(link: string, outside: string): string {
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return path.resolve(path.dirname(link), readlinkSync(link));
  if (found)
    throw new SetupError(
      `${link} is out of reach for the account that PostgreSQL runs under`,
      `Let others enter the directories above it (chmod o+x), or move it: mv ${link} ${path.join(outside, buildName())} and link it from there (ln -s).`,
    );
  const directory = path.join(outside, buildName());
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(directory, link);
  return directory;
}

/** Data that no link leads to: `.local`, or the link, was removed since. */
export function findUnlinked(local: string, outside: string): string[] {
  if (!existsSync(outside)) return [];
  const linked = new Set(
    readdirSync(local, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => path.resolve(local, readlinkSync(path.join(local, name)))),
  );
  return readdirSync(outside)
    .filter((name) => DATA.test(name))
    .map((name) => path.join(outside, name))
    .filter((directory) => !linked.has(directory));
}

function buildName(): string {
  return `postgres-data-${randomBytes(4).toString('hex')}`;
}
