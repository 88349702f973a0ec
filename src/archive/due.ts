import { readdirSync } from 'node:fs';
import type { Connection } from '../platform/postgres/database.ts';
import { isThere } from '../platform/files/durable-files.ts';
import { findLastDay, nameMonth, nameOrganization, readMonthManifest } from './manifest.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './archive.sql.ts';

/** Files of an organization that no law wants kept any more. */
export type DueFiles = {
  readonly month: string;
  readonly organizationId: number;
  readonly name: string;
  readonly keepYears: number;
  /** YYYY-MM-DD: they had to be kept up to this day. */
  readonly lastDay: string;
  readonly directory: string;
};

/**
 * Lists which files of archived months are over. What the organization was set to when they were written counts, and what it is set to now, whichever is longer.
 * @param from the directory in which the months lie. @param today YYYY-MM-DD.
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
