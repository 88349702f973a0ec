import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../../ops/local/boot/layout.ts';

const NAME = '9999-later-things';

/** An additive migration: a table and a column that the old version does not know. */
const MIGRATION = `
create table later_things (id bigint generated always as identity primary key, note text not null);
alter table later_things enable row level security;
alter table batches add column later_note text;
insert into later_things (note) values ('there');
`;

/**
 * Copies the files of this version to a directory and adds one migration.
 * @returns the directory.
 */
export function buildNextVersion(home: string): string {
  const next = path.join(home, 'next-version');
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  for (const name of ['src', 'workers', 'migrations', 'ops', 'packages', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(next, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(next, 'node_modules'));
  writeFileSync(path.join(next, 'migrations', `${NAME}.sql`), MIGRATION);
  return next;
}
