import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';

const DIRECTORY = import.meta.dirname;

/** Every migration, in order: the files of SQL beside this one, run as they are. A file that was released never changes. */
export const ALL_MIGRATIONS = readdirSync(DIRECTORY)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => ({ name: path.parse(file).name, class: migrationOf(path.join(DIRECTORY, file)) }));

function migrationOf(file: string): Constructor<Migration> {
  return class extends Migration {
    override up(): void {
      this.addSql(readFileSync(file, 'utf8'));
    }
  };
}
