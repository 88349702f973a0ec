import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';

/*
 * If this runs as root in a directory that PostgreSQL's account may not enter, the data are stored
 * outside of it. A link in `.local` leads to them. Data whose link was removed, for example with
 * `.local`, are no longer used.
 */

/** The names of data directories there. */
const DATA = /^postgres-data-[0-9a-f]{8}$/;

/**
 * Returns the directory that a link leads to. Creates link and directory if they are missing.
 */
export function followLink(link: string, outside: string): string {
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return path.resolve(path.dirname(link), readlinkSync(link));
  if (found)
    throw new SetupError(
      `The account that PostgreSQL runs under cannot reach ${link}`,
      `Allow others to enter the directories above it (chmod o+x), or move it and create a link (ln -s): mv ${link} ${path.join(outside, buildName())}.`,
    );
  const directory = path.join(outside, buildName());
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(directory, link);
  return directory;
}

/** Finds data that no link leads to, because `.local` or the link was removed. */
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
