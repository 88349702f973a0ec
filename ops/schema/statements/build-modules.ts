import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import type { Pool } from 'pg';
import { readCatalog } from './catalog.ts';
import { describeStatement } from './describe-statement.ts';
import { readAnnotations, StatementError } from './read-annotations.ts';
import { writeModule } from './write-module.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A generated module: its path in the repository, and its text. */
export type GeneratedModule = { readonly file: string; readonly text: string };

/** Lists the files of the product with an extension, by their paths in the repository. */
function listFiles(ending: string): string[] {
  return readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.posix.join('src', file))
    .toSorted();
}

/** Lists the existing generated modules. */
export function readModules(): GeneratedModule[] {
  return listFiles('.sql.ts').map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
}

/** Replaces the existing generated modules. */
export function writeModules(modules: readonly GeneratedModule[]): void {
  for (const { file } of readModules()) rmSync(path.join(ROOT, file));
  for (const { file, text } of modules) writeFileSync(path.join(ROOT, file), text);
}

/**
 * Builds the modules of all SQL files.
 * @param pool the pool of a migrated database, in which nothing is changed.
 * @throws StatementError with the file, the statement and the remedy.
 */
export async function buildModules(pool: Pool): Promise<GeneratedModule[]> {
  const client = await pool.connect();
  const homes = new Map<string, string>();
  const style = JSON.parse(readFileSync(path.join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  try {
    await client.query('begin');
    // The body need not return the declared type, because only its stored query is used.
    await client.query('set local check_function_bodies = off');
    const catalog = await readCatalog(client);
    const modules: GeneratedModule[] = [];
    for (const file of listFiles('.sql')) {
      const described = [];
      for (const statement of readAnnotations(file, readFileSync(path.join(ROOT, file), 'utf8'))) {
        const { name } = statement;
        // Names must be unique, because connections identify prepared statements by name.
        if (homes.has(name))
          throw new StatementError(
            `${file} and ${homes.get(name)} both have a statement ${name}: rename one`,
          );
        homes.set(name, file);
        described.push(await describeStatement(client, catalog, `${file}, ${name}`, statement));
      }
      const { code } = await format(`${file}.ts`, writeModule(file, described), style);
      modules.push({ file: `${file}.ts`, text: code });
    }
    return modules;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
