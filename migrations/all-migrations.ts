import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { splitStatements } from './split-statements.ts';

const DIRECTORY = import.meta.dirname;

/**
 * Every migration, in order: the files of SQL beside this one, run as they are. A file that was
 * released never changes.
 */
export const ALL_MIGRATIONS = readdirSync(DIRECTORY)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => {
    const { name } = path.parse(file);
    const readSql = () => readFileSync(path.join(DIRECTORY, file), 'utf8');
    return { name, readSql, class: migrationOf(name, readSql) };
  });

/** A statement of a migration failed. The cause is PostgreSQL's error. */
export class FailedStatement extends Error {
  override readonly name = 'FailedStatement';
  readonly migration: string;
  readonly statement: string;

  constructor(migration: string, statement: string, cause: unknown) {
    super(`${migration}: ${(cause as Error).message}`, { cause });
    this.migration = migration;
    this.statement = statement;
  }
}

function migrationOf(name: string, readSql: () => string): Constructor<Migration> {
  return class extends Migration {
    override async up(): Promise<void> {
      for (const statement of splitStatements(readSql()))
        await this.execute(statement).catch((error: unknown) => {
          throw new FailedStatement(name, statement, error);
        });
    }
  };
}
