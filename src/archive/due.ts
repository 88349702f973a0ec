import { readdirSync } from 'node:fs';
import type { Connection } from '../platform/postgres/database.ts';
import { isThere } from '../platform/files/durable-files.ts';
import { findLastDay, nameMonth, nameOrganization, readMonthManifest } from './manifest.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './archive.sql.ts';

/** Files of an organization whose retention period is over. */
export type DueFiles = {
  readonly month: string;
  readonly organizationId: number;
  readonly name: string;
  readonly keepYears: number;
  /** The last day on which they had to be kept, YYYY-MM-DD. */
  readonly lastDay: string;
  readonly directory: string;
};

/**
 * Lists the files of archived months whose retention period is over. The period is the longer of
 * the organization's setting when the files were written and its setting now.
 * @param from the directory that contains the months.
 * @param today YYYY-MM-DD.
 */
export async function listDueFiles(connection: Connection, from: string, today: string): Promise<DueFiles[]> {
  const { rows } = await query(connection, sql.listKeepYears());
  const now = new Map(rows.map(({ id, keepYears }) => [id, keepYears]));
  const months = readdirSync(from).filter((name) => /^\d{4}-\d{2}$/.test(name));
  const due: DueFiles[] = [];
  for (const month of months.toSorted()) {
    const directory = nameMonth(from, month);
    for (const { id, name, keepYears: then } of readMonthManifest(directory).manifest.organizations) {
      const keepYears = Math.max(then, now.get(id) ?? then);
      const lastDay = findLastDay(month, keepYears);
      const files = nameOrganization(directory, id);
      if (lastDay < today && (await isThere(files)))
        due.push({ month, organizationId: id, name, keepYears, lastDay, directory: files });
    }
  }
  return due;
}
