import { createZstdDecompress } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { type Orm, withStatements } from '../platform/postgres/open-database.ts';
import { listMonths } from './partitions/month-span.ts';
import { attachParts, insertRows, makeParts, type Part } from './partitions/move-month.ts';
import { readLines } from '../platform/files/read-lines.ts';
import { findMonth } from './find-month.ts';
import { type Archived, type ArchivedOrganization, nameArchived } from './manifest.ts';
import { type VerifiedMonth, verifyMonth } from './verify-month.ts';
import { recordArchiveAct } from './record-archive-act.ts';

/** The largest number of lines, and of characters, that are inserted at a time. */
const PAGE = { lines: 500, characters: 16_000_000 };

/** The file with the rows of each table. */
const FILES: Readonly<Record<string, Archived>> = {
  document_blocks: 'document-blocks',
  record_blocks: 'record-blocks',
  render_batches: 'render-batches',
};

/**
 * Restores an archived month for reading, from files that it verifies first. The month stays in the
 * database until it is archived again.
 * @throws if the month is in the database, or if these are not the files with which it was
 *   archived.
 */
export async function bringMonthBack(
  orm: Orm,
  directory: string,
  today: string,
  order: Order,
): Promise<VerifiedMonth> {
  const verified = await verifyMonth(directory, today);
  const { manifest, manifestSha256, removed } = verified;
  const { month } = manifest;
  await withStatements(orm, async (em, client) => {
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('lock table months in share row exclusive mode');
    const span = findMonth(await listMonths(client), month);
    if (span.archivedAt === null || span.restoredAt !== null)
      throw new Error(`${month} is not archived: it is in the database`);
    if (!span.manifestSha256!.equals(manifestSha256))
      throw new Error(`${month} was archived with other files; it can be restored only from those`);
    await recordArchiveAct(em, order, 'month.restore', month, manifestSha256);
    const parts = await makeParts(client, span);
    const kept = manifest.organizations.filter(({ id }) => !removed.includes(id));
    for (const part of parts)
      for (const organization of kept) await fill(client, directory, organization, part);
    await attachParts(client, month, parts);
  });
  return verified;
}

async function fill(
  client: PoolClient,
  directory: string,
  { id, files }: ArchivedOrganization,
  part: Part,
): Promise<void> {
  const name = FILES[part.table]!;
  const said = files.find((file) => file.name === name);
  if (said === undefined) return;
  let page: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (page.length > 0) await insertRows(client, part, page);
    page = [];
    characters = 0;
  };
  await readLines(
    nameArchived(directory, id, name),
    async (line) => {
      page.push(line);
      characters += line.length;
      if (page.length >= PAGE.lines || characters >= PAGE.characters) await flush();
    },
    createZstdDecompress(),
    { lines: said.lines },
  );
  await flush();
}
